import { expect, test } from "vitest";

import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { createEstimate } from "#api/routes/estimates/create-estimate.ts";
import { getJob } from "#api/routes/jobs/get-job.ts";
import { retryJob } from "#api/routes/jobs/retry-job.ts";
import { Job } from "#db/entities/job.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { requestCancel } from "#db/jobs/jobs.ts";
import { loadRun } from "#db/pipelines/load-run.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createSeries } from "#test/support/pipelines/series-pipeline.ts";

const database = useDatabase();
const api = useApi(database);

async function send(key: string, body: object, headers: Record<string, string> = {}) {
  const response = await api.call("/v1/chat", {
    method: "POST",
    key,
    body: { parseIntent: true, ...body },
    headers,
  });
  const answer = (await response.json()) as { jobId: string; code?: string; detail?: string };
  const job = await database.orm.em.fork().findOne(Job, answer.jobId ?? "");
  return { status: response.status, answer, job };
}

async function find(jobId: string): Promise<Job | null> {
  return database.orm.em.fork().findOne(Job, jobId);
}

const message = "Please make a 2 part series on bees";

test("a message that is a phrase starts a run under the job of the message", async () => {
  const { key } = await createOrganization(database.orm, { credits: 100 });
  const pipelineId = await createSeries(api, key);
  const headers = { "idempotency-key": "bees" };

  const { status, answer, job } = await send(key, { message }, headers);

  expect(status).toBe(202);
  expect(job).toMatchObject({ pipelineId, source: "chat", request: { message } });
  const run = await database.orm.em.fork().findOneOrFail(PipelineRun, answer.jobId);
  expect(run).toMatchObject({ inputs: { topic: "bees", count: 2 }, maxCredits: 2 });
  expect((await send(key, { message }, headers)).answer.jobId).toBe(answer.jobId);
});

test.each([
  ["names a capability", { capability: "text-to-image" }],
  ["names a model", { model: "studio-image" }],
  ["has a file by its URL", { inputs: [{ kind: "image", url: "https://example.com/a.png" }] }],
  ["does not request parsing", { parseIntent: false }],
  ["says something else", { message: `${message}. Also one on wasps.` }],
  ["has a value that the pipeline refuses", { message: "a 50 part series on bees" }],
])("a request that %s starts a generation", async (_, change) => {
  const { key } = await createOrganization(database.orm, { credits: 100 });
  await createSeries(api, key);

  const { job } = await send(key, { message, ...change });

  expect(job?.pipelineId ?? null).toBeNull();
});

test("pipelines of other organizations are not started", async () => {
  const owner = await createOrganization(database.orm);
  await createSeries(api, owner.key);
  const { key } = await createOrganization(database.orm, { credits: 100 });

  expect((await send(key, { message })).job?.pipelineId ?? null).toBeNull();
});

test("a run that costs more than a generation may asks first, and starts when it is confirmed", async () => {
  const { key } = await createOrganization(database.orm, { credits: 100 });
  const pipelineId = await createSeries(api, key);

  const { job } = await send(key, { message: "a 40 part series on bees" });

  expect(job).toMatchObject({ status: "needs_input", credits: null });
  const [option] = job?.question?.options ?? [];
  expect(job?.question?.text).toContain("at most 40 credits");
  expect(option?.request.body).toEqual({ maxCredits: 40 });
  expect(await database.orm.em.fork().count(Job, { pipelineId })).toBe(0);

  const again = await api.call(option?.request.path ?? "", { method: "POST", key, body: {} });
  const asked = (await again.json()) as { jobId: string };
  expect(await find(asked.jobId)).toMatchObject({ status: "needs_input" });

  const response = await api.call(option?.request.path ?? "", {
    method: "POST",
    key,
    body: option?.request.body,
  });
  const accepted = await expectDocumented(retryJob, response);
  expect(await find((accepted as { jobId: string }).jobId)).toMatchObject({
    pipelineId,
    status: "queued",
    request: { message: "a 40 part series on bees" },
  });
});

test("a run that states what it may cost starts at once", async () => {
  const { key } = await createOrganization(database.orm, { credits: 100 });
  const pipelineId = await createSeries(api, key);

  const { job } = await send(key, { message: "a 40 part series on bees", maxCredits: 40 });

  expect(job).toMatchObject({ pipelineId, status: "queued" });
  const below = await send(key, { message: "a 40 part series on bees", maxCredits: 39 });
  expect(below).toMatchObject({ status: 422, answer: { code: "price_over_limit" } });
});

const several = 'a picture of a {{ fox }} and a 4 second video of waves. Read aloud: "Welcome."';

test("a message of several requests becomes a run of them under its job", async () => {
  const { key } = await createOrganization(database.orm, { credits: 100 });
  const headers = { "idempotency-key": "several" };

  const { answer, job } = await send(key, { message: several }, headers);

  expect(job).toMatchObject({
    pipelineId: "message",
    source: "chat",
    request: { message: several },
  });
  const run = await database.orm.em.fork().findOneOrFail(PipelineRun, answer.jobId);
  expect(run.definition?.steps).toMatchObject({
    image: { capability: "text-to-image", prompt: "a {{ '{{' }} fox }}" },
    video: { capability: "text-to-video", parameters: { durationSeconds: 4 } },
    speech: { capability: "text-to-speech", prompt: "Welcome." },
  });
  const prices = Object.values(run.prices.steps).map(({ max }) => max);
  expect(run.maxCredits).toBe(prices.reduce((sum, price) => sum + price, 0));
  expect((await send(key, { message: several }, headers)).answer.jobId).toBe(answer.jobId);

  const response = await api.call(`/v1/jobs/${answer.jobId}`, { key });
  expect(await expectDocumented(getJob, response)).toMatchObject({
    run: { pipelineId: "message", version: 1, steps: [{ step: "image" }, { step: "video" }, {}] },
    billing: { heldCredits: run.maxCredits },
  });
  const loaded = await loadRun(database.orm.em.fork(), answer.jobId);
  expect(loaded.version.definition).toEqual(run.definition);
});

test("a run of several requests is resumed with its own definition", async () => {
  const { key } = await createOrganization(database.orm, { credits: 100 });
  const { answer } = await send(key, { message: several });
  await requestCancel(database.orm.em.fork(), {
    jobId: answer.jobId,
    organizationId: (await find(answer.jobId))?.organizationId ?? "",
  });

  const path = `/v1/jobs/${answer.jobId}/retry`;
  const response = await api.call(path, { method: "POST", key, body: {} });
  const { jobId } = (await response.json()) as { jobId: string };

  const em = database.orm.em.fork();
  const [former, run] = await Promise.all([
    em.findOneOrFail(PipelineRun, answer.jobId),
    em.findOneOrFail(PipelineRun, jobId),
  ]);
  expect(run).toMatchObject({ resumeOf: former.jobId, definition: former.definition });
});

test("a message of more requests than a run takes leads to a question", async () => {
  const { key } = await createOrganization(database.orm, { credits: 100 });
  const many = ["fox", "owl", "cat", "dog", "cow"].map((animal) => `a picture of a ${animal}. `);

  const { job } = await send(key, { message: `${many.join("")}A video of the sea.` });

  expect(job).toMatchObject({
    status: "needs_input",
    question: { text: expect.stringContaining("6 requests") as string, options: [] },
  });
});

test.each(["/v1/chat", "/v1/estimates"])("%s prices the run of a message", async (path) => {
  const { key } = await createOrganization(database.orm, { credits: 100 });
  await createSeries(api, key);
  const price = async (text: string) => {
    const body = {
      message: text,
      parseIntent: true,
      ...(path === "/v1/chat" ? { dryRun: true } : {}),
    };
    const response = await api.call(path, { method: "POST", key, body });
    return expectDocumented(path === "/v1/chat" ? createChatJob : createEstimate, response);
  };

  expect(await price("a 40 part series on bees")).toMatchObject({ price: { maxCredits: 40 } });
  const estimate = (await price(several)) as { estimateId: string; steps: unknown[] };
  expect(estimate.steps).toHaveLength(3);

  const { estimateId } = estimate;
  const { job } = await send(key, { message: several, estimateId });
  expect(job).toMatchObject({ pipelineId: "message" });
  const other = await send(key, { message: `${several} `.replace("fox", "cat"), estimateId });
  expect(other).toMatchObject({ status: 422, answer: { code: "estimate_mismatch" } });
});

test("a request of several that no provider serves is refused, and not reduced to the others", async () => {
  const { key } = await createOrganization(database.orm, { credits: 100 });

  const text = "a picture of a fox and a 3000 second video of waves";
  const { status, answer } = await send(key, { message: text });

  expect({ status, code: answer.code }).toEqual({ status: 422, code: "request_invalid" });
});
