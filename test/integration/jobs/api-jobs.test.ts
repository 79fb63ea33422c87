import { randomUUID } from "node:crypto";

import { describe, expect, test } from "vitest";

import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { cancelJob } from "#api/routes/jobs/cancel-job.ts";
import { getJob } from "#api/routes/jobs/get-job.ts";
import { listJobs } from "#api/routes/jobs/list-jobs.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { startApi } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createQueuedJob, finishJob, until } from "#test/support/jobs/finished-jobs.ts";

const database = useDatabase();
const api = useApi(database);
const caller = useOrganization(database);
/** Bounds that are ISO 8601 in years that PostgreSQL does not read. */
const wholeTime = "createdAfter=0000-01-01T00:00:00Z&createdBefore=9999-12-31T23:59:59-14:00";

async function readJob(jobId: string, key = caller.key): Promise<Record<string, unknown>> {
  const response = await api.call(`/v1/jobs/${jobId}`, { key });
  return (await expectDocumented(getJob, response)) as Record<string, unknown>;
}

describe("POST /v1/chat", () => {
  test("accepts a sentence and leaves its parsing to the workflow", async () => {
    const body = {
      message: "a red fox in the snow",
      parseIntent: true,
      metadata: { project: "x" },
    };

    const response = await api.call("/v1/chat", { key: caller.key, body });

    expect(response.status).toBe(202);
    const accepted = (await expectDocumented(createChatJob, response)) as { jobId: string };
    expect(accepted).toMatchObject({ status: "queued" });
    expect(response.headers.get("Location")).toBe(`/v1/jobs/${accepted.jobId}`);
    expect(await readJob(accepted.jobId)).toMatchObject({
      source: { kind: "chat", message: "a red fox in the snow" },
      billing: { heldCredits: 0, reason: "Priced when the model is chosen." },
      metadata: { project: "x" },
      progress: { percent: 0, stage: "waiting" },
    });
  });

  test("takes the message as the prompt of an image by default", async () => {
    const response = await api.call("/v1/chat", {
      key: caller.key,
      body: { message: "a red fox" },
    });

    const { jobId } = (await expectDocumented(createChatJob, response)) as { jobId: string };
    expect(await readJob(jobId)).toMatchObject({
      request: { capability: "text-to-image", prompt: "a red fox", contentType: "image" },
      model: { id: "studio-image", provider: "studio" },
      billing: { estimatedCredits: 1, heldCredits: 1, capturedCredits: 0 },
    });
  });

  test.each([
    [{ message: "x", capability: "upscaling" }, "input_missing"],
    [{ message: "x", model: "no-such-model", parseIntent: true }, "model_not_found"],
    [{ message: "x", model: "no-such-model" }, "model_not_found"],
    [{ message: "x", model: "flux-2-pro" }, "provider_not_configured"],
    [{ message: "x", model: "studio-voice" }, "model_lacks_capability"],
    [{ message: "x", routing: { allow: ["openai"] } }, "no_model_available"],
    [{ message: "x", parameters: { durationSeconds: 5 } }, "parameter_not_supported"],
    [
      { message: "x", inputs: [{ kind: "audio", url: "https://example.org/a.wav" }] },
      "request_invalid",
    ],
  ])("refuses %j with %s before a job exists", async (body, code) => {
    const response = await api.call("/v1/chat", { key: caller.key, body });

    expect(await expectDocumented(createChatJob, response)).toMatchObject({ code });
  });

  test.each([
    ["/v1/chat", { message: "x", model: "no-such-model", promt: "y" }],
    ["/v1/estimates", { message: "x", model: "no-such-model", promt: "y" }],
    ["/v1/generations", { capability: "text-to-image", model: "no-such-model", promt: "y" }],
  ])("reports an unknown model together with the errors of the body: %s", async (path, body) => {
    const response = await api.call(path, { key: caller.key, body });

    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: "request_invalid",
      errors: expect.arrayContaining([
        expect.objectContaining({ pointer: "/promt", code: "unknown_field" }),
        expect.objectContaining({ pointer: "/model", code: "model_not_found" }),
      ]),
    });
  });

  test.each([
    ["flux-3-image", { setting: "BLACK_FOREST_LABS_API_KEY" }],
    ["flux-2-pro", { settings: ["BLACK_FOREST_LABS_API_KEY", "TOGETHER_API_KEY"] }],
  ])(
    "names the settings of the providers of %s, which are not configured",
    async (model, details) => {
      const body = { message: "x", model };

      const response = await api.call("/v1/chat", { key: caller.key, body });

      expect(await response.json()).toMatchObject({ details });
    },
  );

  test("returns 402 without enough credits, and neither holds credits nor queues a job", async () => {
    const poor = await createOrganization(database.orm, { credits: 0 });

    const response = await api.call("/v1/chat", { key: poor.key, body: { message: "a fox" } });

    expect(response.status).toBe(402);
    expect(await expectDocumented(createChatJob, response)).toMatchObject({
      code: "insufficient_credits",
    });
    const list = await api.call("/v1/jobs", { key: poor.key });
    expect(await list.json()).toMatchObject({ data: [] });
  });
});

describe("POST /v1/generations", () => {
  test("names each parameter that the model does not accept", async () => {
    const body = {
      capability: "text-to-image",
      prompt: "a fox",
      model: "studio-image",
      parameters: { fps: 24, width: 9_000, seed: 1 },
    };

    const response = await api.call("/v1/generations", { key: caller.key, body });

    expect(await expectDocumented(createGeneration, response)).toMatchObject({
      code: "parameter_not_supported",
      errors: [
        { pointer: "/parameters/width", code: "value_not_supported" },
        { pointer: "/parameters/fps", code: "not_supported" },
      ],
    });
  });

  test("requires a prompt for a capability that needs one", async () => {
    const body = { capability: "text-to-speech" };

    const response = await api.call("/v1/generations", { key: caller.key, body });

    expect(await expectDocumented(createGeneration, response)).toMatchObject({
      code: "request_invalid",
      errors: [{ pointer: "/prompt", code: "required" }],
    });
  });
});

describe("Idempotency-Key", () => {
  const body = { message: "a red fox", metadata: { a: "1", b: "2" } };

  test("makes one job of twenty concurrent requests", async () => {
    const headers = { "Idempotency-Key": randomUUID() };

    const responses = await Promise.all(
      Array.from({ length: 20 }, () => api.call("/v1/chat", { key: caller.key, headers, body })),
    );

    const answers = (await Promise.all(
      responses.map((response) => expectDocumented(createChatJob, response)),
    )) as { jobId: string }[];
    expect(new Set(answers.map((answer) => answer.jobId)).size).toBe(1);
    const replays = responses.filter(
      (response) => response.headers.get("Idempotent-Replayed") === "true",
    );
    expect(replays).toHaveLength(19);
  });

  test("refuses another body and accepts the same body with its keys in another order", async () => {
    const headers = { "Idempotency-Key": randomUUID() };
    await api.call("/v1/chat", { key: caller.key, headers, body });

    const other = await api.call("/v1/chat", { key: caller.key, headers, body: { message: "no" } });
    const same = await api.call("/v1/chat", {
      key: caller.key,
      headers,
      body: { metadata: { b: "2", a: "1" }, message: "a red fox" },
    });

    expect(await expectDocumented(createChatJob, other)).toMatchObject({
      code: "idempotency_mismatch",
    });
    expect(same.headers.get("Idempotent-Replayed")).toBe("true");
  });

  test("is scoped to one organization", async () => {
    const headers = { "Idempotency-Key": randomUUID() };
    const other = await createOrganization(database.orm);
    await api.call("/v1/chat", { key: caller.key, headers, body });

    const response = await api.call("/v1/chat", { key: other.key, headers, body });

    expect(response.status).toBe(202);
    expect(response.headers.get("Idempotent-Replayed")).toBeNull();
  });

  test("is at most 255 characters", async () => {
    const headers = { "Idempotency-Key": "k".repeat(256) };

    const response = await api.call("/v1/chat", { key: caller.key, headers, body });

    expect(await expectDocumented(createChatJob, response)).toMatchObject({
      code: "parameters_invalid",
      errors: [{ pointer: "header/Idempotency-Key" }],
    });
  });
});

describe("GET /v1/jobs", () => {
  async function list(key: string, query: string) {
    const response = await api.call(`/v1/jobs${query}`, { key });
    return (await expectDocumented(listJobs, response)) as {
      data: { jobId: string }[];
      nextCursor: string | null;
    };
  }

  test("pages newest first, unaffected by a job created between two pages", async () => {
    const own = await createOrganization(database.orm);
    const jobIds: string[] = [];
    for (let count = 0; count < 5; count += 1)
      jobIds.push(await createQueuedJob(database.orm, own));

    const first = await list(own.key, "?limit=2");
    await createQueuedJob(database.orm, own);
    const second = await list(own.key, `?limit=2&cursor=${first.nextCursor ?? ""}`);
    const third = await list(own.key, `?limit=2&cursor=${second.nextCursor ?? ""}`);

    const pages = [first, second, third].flatMap((page) => page.data.map((job) => job.jobId));
    expect(pages).toEqual(jobIds.toReversed());
    expect(third.nextCursor).toBeNull();
  });

  test("combines filters, metadata included", async () => {
    const own = await createOrganization(database.orm);
    const spring = await createQueuedJob(database.orm, own, { project: "spring", team: "a.b" });
    await createQueuedJob(database.orm, own, { project: "autumn" });

    const found = await list(own.key, "?metadata.project=spring&metadata.team=a.b&status=queued");
    const none = await list(own.key, "?metadata.project=spring&status=failed");
    const byModel = await list(own.key, "?model=studio-image&type=image&capability=text-to-image");
    const future = await list(own.key, "?createdAfter=2999-01-01T00:00:00Z");

    const whole = await list(own.key, `?${wholeTime}`);

    expect(found.data.map((job) => job.jobId)).toEqual([spring]);
    expect(whole.data).toHaveLength(2);
    expect([none.data.length, byModel.data.length, future.data.length]).toEqual([0, 2, 0]);
  });
});

describe("POST /v1/jobs/{jobId}/cancel", () => {
  test("cancels a queued job and releases its hold, once", async () => {
    const own = await createOrganization(database.orm);
    const jobId = await createQueuedJob(database.orm, own);

    const first = await api.call(`/v1/jobs/${jobId}/cancel`, { method: "POST", key: own.key });
    const again = await api.call(`/v1/jobs/${jobId}/cancel`, { method: "POST", key: own.key });

    for (const response of [first, again]) {
      expect(await expectDocumented(cancelJob, response)).toMatchObject({
        status: "canceled",
        billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 1 },
      });
    }
    const credits = await api.call("/v1/credits", { key: own.key });
    expect(await credits.json()).toMatchObject({ available: 1_000, held: 0 });
  });

  test("returns 409 for a job that has ended", async () => {
    const jobId = await createQueuedJob(database.orm, caller);
    const file = { jobId, bytes: Buffer.from("x"), contentType: "image/png" };
    await finishJob(database.orm, api.storage, caller.organizationId, file);

    const response = await api.call(`/v1/jobs/${jobId}/cancel`, {
      method: "POST",
      key: caller.key,
    });

    expect(await expectDocumented(cancelJob, response)).toMatchObject({
      code: "job_already_final",
    });
  });
});

describe("Prefer: wait", () => {
  test("responds as soon as the job has ended", async () => {
    const jobId = await createQueuedJob(database.orm, caller);
    const startedAt = performance.now();

    const waiting = api.call(`/v1/jobs/${jobId}`, {
      key: caller.key,
      headers: { Prefer: "wait=30" },
    });
    const file = { jobId, bytes: Buffer.from("x"), contentType: "image/png" };
    await finishJob(database.orm, api.storage, caller.organizationId, file);
    const response = await waiting;

    expect(response.headers.get("Preference-Applied")).toBe("wait=30");
    expect(await expectDocumented(getJob, response)).toMatchObject({ status: "completed" });
    // Long before the wait is over, also on a machine that stalls for some seconds.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  test("of a new job responds with the whole job, like its GET", async () => {
    const headers = { Prefer: "wait=1", "Idempotency-Key": randomUUID() };
    const body = { message: "a fox", parameters: { seed: 7 } };

    const waited = await api.call("/v1/chat", { key: caller.key, headers, body });

    const job = (await expectDocumented(createChatJob, waited)) as {
      jobId: string;
      conversationId: string;
    };
    const read = await api.call(`/v1/jobs/${job.jobId}`, { key: caller.key });
    const { conversationId, ...waitedJob } = job;
    expect(conversationId).toMatch(/^cnv_/);
    expect(waitedJob).toEqual(await read.json());
    expect(job).toMatchObject({ model: { id: "studio-image" }, billing: { heldCredits: 1 } });
    const repeated = await api.call("/v1/chat", { key: caller.key, headers, body });
    expect(await repeated.json()).toEqual(job);
  });

  test("responds with the current state at the deadline", async () => {
    const headers = { Prefer: "respond-async, wait=1" };

    const response = await api.call("/v1/chat", {
      key: caller.key,
      headers,
      body: { message: "a fox" },
    });

    expect(response.status).toBe(202);
    expect(response.headers.get("Preference-Applied")).toBe("wait=1");
    expect(await expectDocumented(createChatJob, response)).toMatchObject({ status: "queued" });
  });

  test("is limited per organization: a further read is refused, a new job is accepted without waiting", async () => {
    const small = await startApi(database, { settings: { eventStreamsOfOrganizationMax: 2 } });
    const jobId = await createQueuedJob(database.orm, caller);
    const hangUp = new AbortController();
    const options = { key: caller.key, headers: { Prefer: "wait=30" } };
    const read = async (signal?: AbortSignal) =>
      small.call(`/v1/jobs/${jobId}`, { ...options, ...(signal === undefined ? {} : { signal }) });
    const waiting = Promise.allSettled([read(hangUp.signal), read(hangUp.signal)]);
    await until(() => small.held.count() === 2);

    const refused = await read();
    const accepted = await small.call("/v1/chat", { ...options, body: { message: "a fox" } });
    hangUp.abort();
    await waiting;
    await until(() => small.held.count() === 0);
    await small.close();

    expect(await expectDocumented(getJob, refused)).toMatchObject({
      status: 429,
      code: "streams_limited",
    });
    for (const response of [refused, accepted]) {
      expect(response.headers.get("Preference-Applied")).toBeNull();
    }
    expect(accepted.status).toBe(202);
  });

  test("does not make a caller at the hourly limit wait, even with a conditional request", async () => {
    const limited = await createOrganization(database.orm, { requestsPerHour: 1 });
    const jobId = await createQueuedJob(database.orm, limited);
    const first = await api.call(`/v1/jobs/${jobId}`, { key: limited.key });
    const startedAt = performance.now();

    const response = await api.call(`/v1/jobs/${jobId}`, {
      key: limited.key,
      headers: { Prefer: "wait=60", "If-None-Match": first.headers.get("ETag") ?? "" },
    });

    expect(response.status).toBe(304);
    expect(response.headers.get("Preference-Applied")).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  test("lets more requests wait than there are database connections, and other requests get through", async () => {
    const jobId = await createQueuedJob(database.orm, caller);
    const hangUp = new AbortController();
    const options = { key: caller.key, headers: { Prefer: "wait=60" }, signal: hangUp.signal };
    const connectionsMax = 10;
    const waiting = Promise.allSettled(
      Array.from({ length: 2 * connectionsMax }, async () =>
        api.call(`/v1/jobs/${jobId}`, options),
      ),
    );
    await until(() => api.held.count() === 2 * connectionsMax);

    const answered = await api.call(`/v1/jobs/${jobId}`, { key: caller.key });

    expect(answered.status).toBe(200);
    expect(api.held.count()).toBe(2 * connectionsMax);
    hangUp.abort();
    await waiting;
  });

  test("leaves the job unchanged when the client hangs up", async () => {
    const jobId = await createQueuedJob(database.orm, caller);
    const hangUp = new AbortController();
    const waiting = api.call(`/v1/jobs/${jobId}`, {
      key: caller.key,
      headers: { Prefer: "wait=30" },
      signal: hangUp.signal,
    });

    hangUp.abort();

    await expect(waiting).rejects.toThrow("aborted");
    expect(await readJob(jobId)).toMatchObject({ status: "queued" });
  });
});
