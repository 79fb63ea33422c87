import { spawn } from "node:child_process";
import { once } from "node:events";

import { expect, test } from "vitest";

import { createPollProvider } from "#activities/generation/poll-provider.ts";
import { createReconcileSubmission } from "#activities/generation/reconcile-submission.ts";
import { createStoreOutput } from "#activities/generation/store-output.ts";
import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import { adapters } from "#activities/providers/index.ts";
import { getModel } from "#api/routes/models/get-model.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { listOutputs } from "#db/jobs/outputs.ts";
import { findSubmission } from "#db/jobs/submissions.ts";
import { differsFromDatabase } from "#db/providers/own-catalog.ts";
import { syncCatalog } from "#db/setup/sync-catalog.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { attemptSettledMs } from "#domain/jobs/time-limits.ts";
import { startApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useDatabase, useFolder, useOrganization } from "#test/support/fixtures.ts";
import { newJob } from "#test/support/jobs/jobs.ts";
import {
  comfyCatalogOf,
  comfyFile,
  drawing,
  parseComfyFile,
} from "#test/support/providers/comfyui-models.ts";
import { startComfyui, type ComfySimulator } from "#test/support/providers/comfyui.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";

const database = useDatabase();
const folder = useFolder("gme-comfy-");
const caller = useOrganization(database, { credits: 1_000 });
const providerSettings = { COMFY_BOX_AUTH: `Bearer ${simulatorKey}` };

const em = () => database.orm.em.fork();

/** Starts a server whose models are in the database. */
async function withServer(action: (server: ComfySimulator) => Promise<void>): Promise<void> {
  const server = await startComfyui();
  try {
    await syncCatalog(em(), undefined, comfyCatalogOf(comfyFile(server.url)).providers);
    await action(server);
  } finally {
    await server.close();
  }
}

async function startJob(): Promise<GenerationRef> {
  const choice = {
    modelId: "drawing-own",
    providerSlug: "comfy-box",
    providerKeyId: null,
    credits: 1,
    routing: { strategy: "requested" as const, reason: "test", assumptions: [] },
  };
  const { jobId } = await createJob(em(), { ...newJob(caller, { credits: 1 }), choice });
  await beginJob(em(), jobId);
  return { jobId, step: "main", generation: 1 };
}

function stepsFor(ref: GenerationRef) {
  const step = stepsOf(ref, { database, folder, adapters, providerSettings });
  return {
    submit: step(createSubmitToProvider),
    reconcile: step(createReconcileSubmission),
    poll: step(createPollProvider),
    store: step(createStoreOutput),
  };
}

/** Submits in another process, and kills it with SIGKILL once the server has received `path`. */
async function killWhileSubmitting(
  ref: GenerationRef,
  { server, path }: { server: ComfySimulator; path: string },
): Promise<void> {
  const child = spawn(process.execPath, ["test/support/providers/submit-process.ts"], {
    stdio: "inherit",
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      FOLDER: folder,
      REF: JSON.stringify(ref),
      SETTINGS: JSON.stringify(providerSettings),
    },
  });
  const ended = once(child, "exit");
  await expect
    .poll(() => server.requests.some(({ url }) => url.pathname === path), { timeout: 30_000 })
    .toBe(true);
  child.kill("SIGKILL");
  await ended;
}

async function finish({ poll, store }: ReturnType<typeof stepsFor>, ref: GenerationRef) {
  await expect
    .poll(
      async () =>
        poll().then(
          () => "done",
          () => "running",
        ),
      { timeout: 10_000 },
    )
    .toBe("done");
  await store();
  return listOutputs(em(), [ref.jobId]);
}

test("a job is made by the workflow of its model's row", async () => {
  await withServer(async (server) => {
    const ref = await startJob();
    const steps = stepsFor(ref);

    expect(await steps.submit()).toEqual({ state: "accepted" });

    expect(await finish(steps, ref)).toMatchObject([{ contentType: "image/png" }]);
    expect(server.runs()).toHaveLength(1);
  });
});

test("a worker that is killed after its prompt arrived leaves one prompt, whose result is delivered", async () => {
  await withServer(async (server) => {
    const ref = await startJob();
    server.play({ paidFault: "silent" });
    await killWhileSubmitting(ref, { server, path: "/prompt" });
    server.play({});
    const steps = stepsFor(ref);

    expect(await steps.submit()).toEqual({ state: "unknown" });
    expect(await steps.reconcile()).toEqual({ state: "accepted" });

    expect(await finish(steps, ref)).toHaveLength(1);
    expect(server.runs()).toHaveLength(1);
  });
});

test("a worker that is killed before its prompt was sent leaves none, and the prompt is sent once nothing can be under way", async () => {
  await withServer(async (server) => {
    const ref = await startJob();
    server.play({ questionFault: "silent" });
    await killWhileSubmitting(ref, { server, path: "/queue" });
    server.play({});
    const steps = stepsFor(ref);

    expect(await steps.submit()).toEqual({ state: "unknown" });
    await expect(steps.reconcile()).rejects.toMatchObject({ type: "not_ready" });
    expect(server.runs()).toEqual([]);
    const { id } = await findSubmission(em(), ref);
    await em().execute(
      "update provider_submissions set sent_at = now() - make_interval(secs => ?) where id = ?",
      [attemptSettledMs / 1_000 + 1, id],
    );
    expect(await steps.reconcile()).toEqual({ state: "absent" });
    expect(await steps.submit()).toEqual({ state: "accepted" });

    expect(await finish(steps, ref)).toHaveLength(1);
    expect(server.runs()).toHaveLength(1);
  });
});

test("a changed workflow is another file, and no response shows a workflow", async () => {
  await withServer(async (server) => {
    const text = comfyFile(server.url);
    const image = { ...drawing["1"].inputs, color: 9 };
    const changed = parseComfyFile(text, {
      "./drawing.json": { ...drawing, "1": { class_type: "EmptyImage", inputs: image } },
    });

    expect(await differsFromDatabase(em(), comfyCatalogOf(text))).toBe(false);
    expect(await differsFromDatabase(em(), changed)).toBe(true);
    expect(await syncCatalog(em(), undefined, comfyCatalogOf(text).providers)).toMatchObject({
      written: 0,
    });
    expect((await syncCatalog(em(), undefined, changed.providers)).written).toBe(2);

    const api = await startApi(database, { settings: { providerSettings } });
    const response = await api.call("/v1/models/drawing-own", { key: caller.key });
    const shown = await expectDocumented(getModel, response.clone());
    await api.close();
    expect(shown).toMatchObject({ available: true, provider: "comfy-box" });
    expect(await response.text()).not.toContain("EmptyImage");
  });
});
