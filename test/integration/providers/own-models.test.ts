import { expect, test } from "vitest";

import { createPollProvider } from "#activities/generation/poll-provider.ts";
import { createStoreOutput } from "#activities/generation/store-output.ts";
import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import { createProbeProviders } from "#activities/maintenance/probe-providers.ts";
import { adapters } from "#activities/providers/index.ts";
import { listAdminProviders } from "#api/routes/admin/list-admin-providers.ts";
import { createEstimate } from "#api/routes/estimates/create-estimate.ts";
import { getModel } from "#api/routes/models/get-model.ts";
import { getProvider } from "#api/routes/providers/get-provider.ts";
import { Model, Provider } from "#db/entities/catalog.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { listOutputs } from "#db/jobs/outputs.ts";
import { findSubmission } from "#db/jobs/submissions.ts";
import { listCandidates } from "#db/providers/catalog.ts";
import { differsFromDatabase } from "#db/providers/own-catalog.ts";
import { syncCatalog } from "#db/setup/sync-catalog.ts";
import { createOperator } from "#test/support/accounts/access-world.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { startApi, type TestApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useDatabase, useFolder, useOrganization, useResource } from "#test/support/fixtures.ts";
import { newJob } from "#test/support/jobs/jobs.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { listed, startOwnServer } from "#test/support/providers/openai-compatible.ts";
import { ownCatalogOf, ownFile } from "#test/support/providers/own-catalog.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";

const database = useDatabase();
const folder = useFolder("gme-own-");
const caller = useOrganization(database, { credits: 1_000 });
const server = useResource(async () => startOwnServer());
const providerSettings = { GPU_BOX_AUTH: `Bearer ${simulatorKey}` };

const em = () => database.orm.em.fork();
const ownCatalog = (change: (text: string) => string = (text) => text) =>
  ownCatalogOf(change(ownFile(server.url)));
const sync = async (own = ownCatalog()) => syncCatalog(em(), undefined, own.providers);

async function withApi(
  settings: Readonly<Record<string, string>>,
  action: (api: TestApi) => Promise<void>,
): Promise<void> {
  const api = await startApi(database, { settings: { providerSettings: settings } });
  try {
    await action(api);
  } finally {
    await api.close();
  }
}

test("an own model is listed with its price, and available where the values of its headers are", async () => {
  await sync();

  await withApi(providerSettings, async (api) => {
    const model = await api.call("/v1/models/sd-turbo-own", { key: caller.key });
    expect(await expectDocumented(getModel, model)).toMatchObject({
      provider: "gpu-box",
      available: true,
      credits: { typical: 2, min: 2, max: 8 },
    });
    const provider = await api.call("/v1/providers/gpu-box", { key: caller.key });
    const text = await provider.clone().text();
    expect(await expectDocumented(getProvider, provider)).toMatchObject({
      configured: true,
      modelsAvailable: 4,
    });
    expect(text).not.toContain(server.url);
  });
  await withApi({}, async (api) => {
    const model = await api.call("/v1/models/sd-turbo-own", { key: caller.key });
    expect(await expectDocumented(getModel, model)).toMatchObject({
      available: false,
      unavailableReason: expect.stringContaining("set GPU_BOX_AUTH") as string,
    });
  });
});

test("the price grows with the stated quantity", async () => {
  await sync();
  await withApi(providerSettings, async (api) => {
    const body = {
      capability: "text-to-video",
      prompt: "a red fox",
      model: "wan-own",
      parameters: { durationSeconds: 10 },
    };
    const response = await api.call("/v1/estimates", { key: caller.key, body });

    expect(await expectDocumented(createEstimate, response)).toMatchObject({
      price: { credits: 10 },
      model: { id: "wan-own", provider: "gpu-box" },
    });
  });
});

/** Runs the steps of a new job at the own server, with the adapters of a worker. */
async function jobAt(modelId: string, request: object = {}) {
  const choice = {
    modelId,
    providerSlug: "gpu-box",
    providerKeyId: null,
    credits: 2,
    routing: { strategy: "requested" as const, reason: "test", assumptions: [] },
  };
  const { jobId } = await createJob(em(), {
    ...newJob(caller, { credits: 2, ...request }),
    choice,
  });
  await beginJob(em(), jobId);
  const ref = { jobId, step: "main", generation: 1 };
  const step = stepsOf(ref, { database, folder, adapters, providerSettings });
  return {
    ref,
    submit: step(createSubmitToProvider),
    poll: step(createPollProvider),
    store: step(createStoreOutput),
  };
}

test("a job is made at the own server with the header from the environment, which no row keeps", async () => {
  await sync();
  const job = await jobAt("sd-turbo-own");

  expect(await job.submit()).toEqual({ state: "succeeded" });
  await job.store();

  const [output] = await listOutputs(em(), [job.ref.jobId]);
  expect(output?.bytes).toBe(mediaFile("png").byteLength);
  expect(server.requests.at(-1)?.headers["authorization"]).toBe(`Bearer ${simulatorKey}`);
  const [dump] = await em().execute<{ rows: string }[]>(
    "select json_agg(p)::text || (select json_agg(s)::text from provider_submissions s) as rows from providers p",
  );
  expect(dump?.rows).not.toContain(simulatorKey);
});

test("a job that was accepted before its server left the file is finished there", async () => {
  await sync();
  const job = await jobAt("sd-turbo-own");
  await syncCatalog(em(), undefined, []);

  expect(await job.submit()).toEqual({ state: "succeeded" });
  await job.store();

  expect(await listOutputs(em(), [job.ref.jobId])).toHaveLength(1);
});

test("a lost response is never sent again", async () => {
  await sync();
  const job = await jobAt("sd-turbo-own");
  const before = server.submissions();
  server.play({ paidFault: "reset" });

  expect(await job.submit()).toEqual({ state: "unknown" });
  server.play({});
  await job.submit().catch(() => undefined);

  expect(server.submissions()).toBe(before + 1);
  expect(await findSubmission(em(), job.ref)).toMatchObject({ state: "unknown" });
});

test("a sync without a file keeps the own servers, and one with an empty file retires them", async () => {
  await sync();
  expect(await syncCatalog(em())).toMatchObject({ written: 0 });
  expect(await em().findOneOrFail(Provider, "gpu-box")).toMatchObject({ integrated: true });

  await syncCatalog(em(), undefined, []);

  expect(await em().findOneOrFail(Provider, "gpu-box")).toMatchObject({ integrated: false });
  expect(await em().findOneOrFail(Model, "wan-own")).toMatchObject({ status: "retired" });
  const candidates = await listCandidates(em(), providerSettings);
  expect(candidates.find(({ modelId }) => modelId === "wan-own")?.unavailable).toMatchObject({
    code: "model_not_available",
    reason: "GPU box is no longer among the servers of this installation.",
  });
  expect((await sync()).written).toBeGreaterThan(0);
  expect(await em().findOneOrFail(Model, "wan-own")).toMatchObject({ status: "active" });
});

test("repeated and concurrent syncs of one file change nothing", async () => {
  await sync();

  const runs = await Promise.all(Array.from({ length: 4 }, async () => sync()));

  expect(runs.map(({ written }) => written)).toEqual([0, 0, 0, 0]);
});

test("of two processes with different files, the one that the database does not know says so", async () => {
  const one = ownCatalog();
  const other = ownCatalog((text) => text.replace("credits: 2", "credits: 3"));
  await sync(one);

  expect(await differsFromDatabase(em(), one)).toBe(false);
  expect(await differsFromDatabase(em(), other)).toBe(true);
  expect(await differsFromDatabase(em(), null)).toBe(true);
  const before = await em().findOneOrFail(Model, "sd-turbo-own");
  // A process only reads: the rows are still those of the synced file.
  await withApi(providerSettings, async (api) => {
    const model = await api.call("/v1/models/sd-turbo-own", { key: caller.key });
    expect(await expectDocumented(getModel, model)).toMatchObject({ credits: { typical: 2 } });
  });
  expect(await em().findOneOrFail(Model, "sd-turbo-own")).toEqual(before);
});

test("a declared model that the server does not list becomes unavailable, and its siblings stay", async () => {
  const partial = await startOwnServer({ models: listed(["sd-turbo", "something-else"]) });
  await sync(ownCatalogOf(ownFile(partial.url)));
  const probe = createProbeProviders({ orm: database.orm, adapters, providerSettings });

  for (let turn = 0; turn < 5; turn += 1) await probe();

  const candidates = await listCandidates(em(), providerSettings);
  const reasonOf = (id: string) =>
    candidates.find(({ modelId }) => modelId === id)?.unavailable?.reason ?? null;
  expect(reasonOf("sd-turbo-own")).toBeNull();
  expect(reasonOf("kokoro-own")).toContain("model_not_available");
  expect(candidates.some(({ modelId }) => modelId === "something-else")).toBe(false);
  const operator = await createOperator(database.orm);
  await withApi(providerSettings, async (api) => {
    const shown = await api.call("/v1/admin/providers", { token: operator.token });
    const { data } = (await expectDocumented(listAdminProviders, shown)) as {
      data: { slug: string; undeclaredModels?: string[] }[];
    };
    const undeclared = Object.fromEntries(data.map((each) => [each.slug, each.undeclaredModels]));
    expect(undeclared).toMatchObject({ "gpu-box": ["something-else"], openai: undefined });
  });
  await partial.close();
});

test.each([
  { "gpu-box": "a-key-of-an-organization" },
  { fal: { key: "a-key", baseUrl: "http://10.0.0.8" } },
])(
  "an organization's key leads to no own server and to no URL of its choice: %j",
  async (providerKeys) => {
    await sync();
    const { token } = await createTestSession(database.orm, caller.accountId);
    await withApi(providerSettings, async (api) => {
      const response = await api.call(`/v1/organizations/${caller.organizationId}`, {
        method: "PUT",
        token,
        body: { providerKeys },
      });

      expect(response.status).toBe(422);
    });
  },
);
