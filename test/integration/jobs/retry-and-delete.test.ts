import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";

import { pino } from "pino";
import { describe, expect, test } from "vitest";

import { createStoreInputs } from "#activities/generation/store-inputs.ts";
import { createPurgeJobs } from "#activities/maintenance/maintain-jobs.ts";
import { toAlphaMask, toWhiteMask } from "#activities/providers/alpha-mask.ts";
import { deleteJob } from "#api/routes/jobs/delete-job.ts";
import { getJob } from "#api/routes/jobs/get-job.ts";
import { retryJob } from "#api/routes/jobs/retry-job.ts";
import { Job } from "#db/entities/job.ts";
import { beginJob, endWithoutResult, saveInputs, saveIntent } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { inputKey, outputKey } from "#storage/storage.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { startApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createTestAsset } from "#test/support/jobs/assets.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { newJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();
const api = useApi(database);
const caller = useOrganization(database);

const em = () => database.orm.em.fork();
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function* chunks(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** A completed job with one output. */
async function completed(): Promise<{ jobId: string; outputId: string }> {
  const jobId = await createQueuedJob(database.orm, caller, { project: "x" });
  const output = { jobId, bytes: png, contentType: "image/png" };
  const { outputId } = await finishJob(database.orm, api.storage, caller.organizationId, output);
  return { jobId, outputId };
}

/** A failed job with one stored input. */
async function failedWithInput(): Promise<string> {
  const job = newJob(caller, {
    credits: 1,
    capability: "image-to-image",
    contentType: "image",
    request: {
      parseIntent: false,
      capability: "image-to-image",
      prompt: "make it blue",
      inputs: [{ kind: "image", url: "https://example.org/gone.png" }],
      parameters: { seed: 7 },
    },
  });
  const { jobId } = await createJob(em(), job);
  await beginJob(em(), jobId);
  const storageKey = inputKey(jobId, 0);
  const file = await api.storage.write(storageKey, chunks(png), { bytesMax: 1_000 });
  const stored = { kind: "image" as const, storageKey, contentType: "image/png", ...file };
  await saveInputs(em(), { jobId, inputs: [stored] });
  await endWithoutResult(em(), { jobId, status: "failed" });
  return jobId;
}

async function call(method: "POST" | "DELETE", jobId: string, options: object = {}) {
  const path = method === "POST" ? `/v1/jobs/${jobId}/retry` : `/v1/jobs/${jobId}`;
  return api.call(path, {
    method,
    key: caller.key,
    ...(method === "POST" ? { body: {} } : {}),
    ...options,
  });
}

async function retry(jobId: string, body: object = {}): Promise<string> {
  const response = await call("POST", jobId, { body });
  const accepted = (await expectDocumented(retryJob, response)) as { jobId: string };
  expect(response.status).toBe(202);
  return accepted.jobId;
}

async function expectProblem(
  route: typeof retryJob,
  response: Response,
  status: number,
  code: string,
): Promise<void> {
  expect(response.status).toBe(status);
  expect(await expectDocumented(route, response)).toMatchObject({ code });
}

function dependencies() {
  return {
    orm: database.orm,
    storage: api.storage,
    logger: pino({ level: "silent" }),
    addresses: {
      publicUrl: "http://engine.test",
      secret: "s".repeat(32),
      secrets: ["s".repeat(32)],
    },
    limits: { inputBytesMax: 1_000, allowPrivateInputs: false },
  };
}

describe("POST /v1/jobs/{jobId}/retry", () => {
  test("creates a new job of the same request that names the first job", async () => {
    const { jobId } = await completed();

    const next = await retry(jobId);

    const response = await api.call(`/v1/jobs/${next}`, { key: caller.key });
    expect(await expectDocumented(getJob, response)).toMatchObject({
      status: "queued",
      source: { kind: "generation", retryOf: jobId },
      request: { capability: "text-to-image", prompt: "a red fox", parameters: { seed: 7 } },
      billing: { heldCredits: 1 },
      metadata: { project: "x" },
    });
  });

  test("accepts another model, other parameters and another limit", async () => {
    const { jobId } = await completed();
    const next = await retry(jobId, {
      model: "studio-image",
      parameters: { aspectRatio: "1:1" },
      maxCredits: 5,
    });

    expect((await em().findOneOrFail(Job, next)).request).toMatchObject({
      model: "studio-image",
      parameters: { seed: 7, aspectRatio: "1:1" },
      maxCredits: 5,
    });
    await expectProblem(
      retryJob,
      await call("POST", jobId, { body: { model: "studio-voice" } }),
      422,
      "model_lacks_capability",
    );
  });

  test("does not parse a message again that was already parsed", async () => {
    const { jobId } = await createJob(em(), newJob(caller));
    await beginJob(em(), jobId);
    await saveIntent(em(), {
      jobId,
      intent: {
        contentType: "image",
        capability: "text-to-image",
        subject: "a fox that is red",
        parameters: { seed: 3 },
        confidence: 1,
        assumptions: [],
        alternatives: [],
        parser: "embedded",
      },
    });
    await endWithoutResult(em(), { jobId, status: "failed" });

    const next = await retry(jobId, { parameters: { aspectRatio: "1:1" } });

    expect(await beginJob(em(), next)).toMatchObject({ needsIntent: false, needsPlan: false });
    expect(await em().findOneOrFail(Job, next)).toMatchObject({
      capability: "text-to-image",
      intent: { subject: "a fox that is red", parameters: { seed: 3 } },
      request: { parameters: { aspectRatio: "1:1" } },
      credits: 1,
    });
  });

  test("uses the stored inputs, not the current content of their URLs", async () => {
    const next = await retry(await failedWithInput());

    await beginJob(em(), next);
    await runActivity(async () => createStoreInputs(dependencies())({ jobId: next }));

    const { storedInputs } = await em().findOneOrFail(Job, next);
    expect(storedInputs).toMatchObject([{ storageKey: inputKey(next, 0), bytes: png.length }]);
  });

  test("converts a mask of transparent pixels once, for the first job", async () => {
    const transparent = await toAlphaMask(png);
    const mask = await createTestAsset(database.orm, api.storage, caller, transparent);
    const request = {
      parseIntent: false,
      capability: "inpainting" as const,
      prompt: "a hat",
      inputs: [
        { kind: "image" as const, assetId: mask.assetId },
        { kind: "mask" as const, markedBy: "alpha" as const, assetId: mask.assetId },
      ],
      parameters: {},
    };
    const choice = { credits: 1, capability: "inpainting", contentType: "image" } as const;
    const { jobId } = await createJob(em(), newJob(caller, { ...choice, request }));
    await beginJob(em(), jobId);
    await runActivity(async () => createStoreInputs(dependencies())({ jobId }));
    await endWithoutResult(em(), { jobId, status: "failed" });

    const { storedInputs } = await em().findOneOrFail(Job, jobId);
    const white = await buffer(api.storage.read(inputKey(jobId, 1)));
    expect(storedInputs).toMatchObject([
      { kind: "image", storageKey: mask.storageKey },
      { kind: "mask", storageKey: inputKey(jobId, 1), bytes: white.length },
    ]);
    expect(white.equals(await toWhiteMask(transparent))).toBe(true);

    const url = "https://example.org/fox.png";
    const urls = [
      { kind: "image" as const, url },
      { kind: "mask" as const, markedBy: "alpha" as const, url },
    ];
    await em().nativeUpdate(Job, jobId, { request: { ...request, inputs: urls } });
    const next = await retry(jobId);
    await beginJob(em(), next);
    await runActivity(async () => createStoreInputs(dependencies())({ jobId: next }));

    const copy = await buffer(api.storage.read(inputKey(next, 1)));
    expect(copy.equals(white)).toBe(true);
  });

  test("is refused when an input is no longer stored, even if it disappears after acceptance", async () => {
    const jobId = await failedWithInput();
    const next = await retry(jobId);
    await beginJob(em(), next);
    await api.storage.delete(inputKey(jobId, 0));

    await expectProblem(retryJob, await call("POST", jobId), 410, "input_gone");
    await expect(
      runActivity(async () => createStoreInputs(dependencies())({ jobId: next })),
    ).rejects.toMatchObject({ code: "input_gone" });
  });

  test("is refused while the job runs", async () => {
    const jobId = await createQueuedJob(database.orm, caller);

    await expectProblem(retryJob, await call("POST", jobId), 409, "job_not_final");
  });

  test("with the same key makes one job; the key is refused for another request", async () => {
    const { jobId } = await completed();
    const headers = { "Idempotency-Key": randomUUID() };
    const first = (await (await call("POST", jobId, { headers })).json()) as { jobId: string };

    const replay = await call("POST", jobId, { headers });

    expect(replay.headers.get("Idempotent-Replayed")).toBe("true");
    expect(await replay.json()).toMatchObject({ jobId: first.jobId });
    const other = await call("POST", (await completed()).jobId, { headers });
    await expectProblem(retryJob, other, 422, "idempotency_mismatch");
  });

  test("names every problem of the body", async () => {
    const { jobId } = await completed();
    const response = await call("POST", jobId, { body: { maxCredits: 0, message: "x" } });

    expect(response.status).toBe(422);
    const problem = (await expectDocumented(retryJob, response)) as { errors: object[] };
    expect(problem.errors).toHaveLength(2);
  });

  test("returns 402 without credits, like any new job", async () => {
    const poor = await createOrganization(database.orm, { credits: 1 });
    const jobId = await createQueuedJob(database.orm, poor);
    const output = { jobId, bytes: png, contentType: "image/png" };
    await finishJob(database.orm, api.storage, poor.organizationId, output);

    const response = await call("POST", jobId, { key: poor.key });

    await expectProblem(retryJob, response, 402, "insufficient_credits");
  });
});

describe("DELETE /v1/jobs/{jobId}", () => {
  test("removes prompt and files, and keeps the charge", async () => {
    const { jobId, outputId } = await completed();
    const shown = (await (await api.call(`/v1/jobs/${jobId}`, { key: caller.key })).json()) as {
      output: { url: string };
    };

    const response = await call("DELETE", jobId);

    expect(response.status).toBe(204);
    expect((await api.call(`/v1/jobs/${jobId}`, { key: caller.key })).status).toBe(404);
    const list = (await (await api.call("/v1/jobs?limit=100", { key: caller.key })).json()) as {
      data: { jobId: string }[];
    };
    expect(list.data.map((job) => job.jobId)).not.toContain(jobId);
    const address = new URL(shown.output.url);
    expect((await api.call(address.pathname + address.search)).status).toBe(410);
    const content = await api.call(`/v1/jobs/${jobId}/outputs/${outputId}/content`, {
      key: caller.key,
    });
    expect(content.status).toBe(404);
    expect(await api.storage.stat(outputKey(jobId, "main", 1, 0))).toBeNull();
    const row = await em().findOneOrFail(Job, jobId);
    expect(JSON.stringify(row)).not.toContain("red fox");
    expect(row).toMatchObject({ status: "completed", purgedAt: expect.any(Date) });
    const entries = await em().execute(`select kind from credit_entries where job_id = ?`, [jobId]);
    expect(entries).toEqual([{ kind: "hold" }, { kind: "capture" }]);
    const audit = await em().execute(`select action from audit_log where target_id = ?`, [jobId]);
    expect(audit).toEqual([{ action: "job.deleted" }]);
  });

  test("removes the inputs, too", async () => {
    const jobId = await failedWithInput();

    await call("DELETE", jobId);

    expect(await api.storage.stat(inputKey(jobId, 0))).toBeNull();
    expect((await call("POST", jobId)).status).toBe(404);
  });

  test("is idempotent", async () => {
    const { jobId } = await completed();
    await call("DELETE", jobId);
    const before = await em().findOneOrFail(Job, jobId);

    expect((await call("DELETE", jobId)).status).toBe(204);

    expect(await em().findOneOrFail(Job, jobId)).toEqual(before);
  });

  test("is refused while the job runs", async () => {
    const jobId = await createQueuedJob(database.orm, caller);

    await expectProblem(deleteJob, await call("DELETE", jobId), 409, "job_not_final");
  });

  test("interrupted by a crash is finished by the sweep", async () => {
    const { jobId } = await completed();
    const key = outputKey(jobId, "main", 1, 0);
    const broken = await startApi(database, {
      dependencies: {
        storage: {
          ...api.storage,
          delete: async () => {
            throw new Error("storage is away");
          },
        },
      },
    });
    const options = { method: "DELETE", key: caller.key };
    expect((await broken.call(`/v1/jobs/${jobId}`, options)).status).toBe(204);
    await broken.close();
    expect(await api.storage.stat(key)).not.toBeNull();
    await em().execute(`update jobs set deleted_at = now() - interval '2 minutes' where id = ?`, [
      jobId,
    ]);

    await runActivity(createPurgeJobs(dependencies()));

    expect(await api.storage.stat(key)).toBeNull();
    expect((await em().findOneOrFail(Job, jobId)).purgedAt).not.toBeNull();
  });

  test("of another organization's job is refused", async () => {
    const stranger = await createOrganization(database.orm);
    const { jobId } = await completed();

    const deletion = await call("DELETE", jobId, { key: stranger.key });
    await expectProblem(deleteJob, deletion, 403, "outside_organization");
    const repetition = await call("POST", jobId, { key: stranger.key });
    await expectProblem(retryJob, repetition, 403, "outside_organization");
  });
});
