import { afterAll, beforeAll, expect, test } from "vitest";

import { createParseIntent } from "#activities/generation/parse-intent.ts";
import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { getJob } from "#api/routes/jobs/get-job.ts";
import { retryJob } from "#api/routes/jobs/retry-job.ts";
import { Job } from "#db/entities/job.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { createIntentParser, type IntentParser } from "#intent/chain.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { modelAnswer, noParameters } from "#test/support/model-answers.ts";
import { createSeries } from "#test/support/pipelines/series-pipeline.ts";
import {
  type FakeLanguageModel,
  startLanguageModel,
} from "#test/support/servers/language-model.ts";

const database = useDatabase();
const api = useApi(database);

let server: FakeLanguageModel;
let parser: IntentParser;
beforeAll(async () => {
  server = await startLanguageModel();
  const settings = { model: "small", baseUrl: server.url, timeoutMs: 20_000, contextTurns: 6 };
  parser = createIntentParser(settings);
  // The first message loads the package of the model's provider.
  await parser.parse({ message: "a fox", attachments: [] });
}, 180_000);
afterAll(async () => server.close());

interface Accepted {
  readonly jobId: string;
  readonly conversationId: string;
}

async function say(
  key: string,
  message: string,
  conversationId?: string,
  headers: Record<string, string> = {},
): Promise<Accepted> {
  const body = { message, parseIntent: true, conversationId };
  const response = await api.call("/v1/chat", { method: "POST", key, body, headers });
  expect(response.status).toBe(202);
  return (await expectDocumented(createChatJob, response)) as Accepted;
}

/** Runs the step of the worker that parses the message, with a language model that returns these values. */
async function parse(jobId: string, values: object): Promise<void> {
  server.behave(() => modelAnswer(values));
  await beginJob(database.orm.em.fork(), jobId);
  const step = createParseIntent({
    orm: database.orm,
    providerSettings: {},
    parseMessage: async (message, options) => parser.parse(message, options),
  });
  await runActivity(async () => step({ jobId }));
}

async function find(jobId: string): Promise<Job> {
  return database.orm.em.fork().findOneOrFail(Job, jobId);
}

const waves = (seconds: number) => ({
  capability: "text-to-video",
  subject: "waves",
  parameters: { ...noParameters, durationSeconds: seconds },
});

test("several requests that a language model reads start after their question, without a second reading", async () => {
  const { key } = await createOrganization(database.orm, { credits: 100 });
  const asked = await say(key, "the fox, still, and some waves rolling next to it", "new");
  await parse(asked.jobId, { subject: "a fox", more: [waves(4)] });

  const response = await api.call(`/v1/jobs/${asked.jobId}`, { key });
  const shown = (await expectDocumented(getJob, response)) as {
    question: { text: string; options: { request: { path: string; body: object } }[] };
  };
  expect(shown).toMatchObject({ status: "needs_input", billing: { heldCredits: 0 } });
  expect(shown.question.text).toContain("Start these 2 generations?");

  server.behave(() => null);
  const headers = { "idempotency-key": "start" };
  const started = await say(key, "1", asked.conversationId, headers);
  expect(await find(started.jobId)).toMatchObject({
    pipelineId: "message",
    conversationId: asked.conversationId,
  });
  const run = await database.orm.em.fork().findOneOrFail(PipelineRun, started.jobId);
  expect(run.definition?.steps).toMatchObject({
    image: { prompt: "a fox" },
    video: { prompt: "waves", parameters: { durationSeconds: 4 } },
  });
  expect((await say(key, "1", asked.conversationId, headers)).jobId).toBe(started.jobId);

  const [option] = shown.question.options;
  const { path = "", body } = option?.request ?? {};
  const retried = await api.call(path, { method: "POST", key, body });
  const again = (await expectDocumented(retryJob, retried)) as Accepted;
  expect(await find(again.jobId)).toMatchObject({ pipelineId: "message" });
});

test("a run that costs more than a generation may is asked about again, with its price", async () => {
  const { key } = await createOrganization(database.orm, { credits: 100 });
  const id = await createSeries(api, key);
  const asked = await say(key, "forty drawings that tell the life of bees", "new");
  const inputs = [
    { name: "topic", value: "bees" },
    { name: "count", value: "40" },
  ];
  await parse(asked.jobId, { pipeline: { id, inputs } });

  const priced = await find((await say(key, "Start", asked.conversationId)).jobId);
  expect(priced).toMatchObject({ status: "needs_input", credits: null });
  expect(priced.question?.text).toContain("at most 40 credits");
  const started = await find((await say(key, "1", asked.conversationId)).jobId);
  expect(started).toMatchObject({ pipelineId: id, status: "queued" });
});

test("a pipeline that a language model reads starts with the inputs that it has asked about", async () => {
  const { key } = await createOrganization(database.orm, { credits: 100 });
  const asked = await say(key, "something that explains volcanoes to my class");
  const inputs = [
    { name: "topic", value: "volcanoes" },
    { name: "seconds", value: "16" },
    { name: "captions", value: "false" },
  ];
  await parse(asked.jobId, { pipeline: { id: "narrated-clip", inputs } });

  expect((await find(asked.jobId)).question?.text).toBe(
    'Start the pipeline "Narrated clip"? topic: volcanoes, seconds: 16, captions: false',
  );
  const started = await say(key, "1", asked.conversationId);
  const run = await database.orm.em.fork().findOneOrFail(PipelineRun, started.jobId);
  expect(run.inputs).toMatchObject({ topic: "volcanoes", seconds: 16, captions: false });
  // The conversation of one message has no row until the second one names it.
  expect(await find(started.jobId)).toMatchObject({ conversationId: asked.conversationId });
});

test("the run of another organization's conversation is not started", async () => {
  const owner = await createOrganization(database.orm, { credits: 100 });
  const stranger = await createOrganization(database.orm, { credits: 100 });
  const asked = await say(owner.key, "a fox and some waves", "new");
  await parse(asked.jobId, { subject: "a fox", more: [waves(4)] });

  const body = { message: "1", parseIntent: true, conversationId: asked.conversationId };
  const response = await api.call("/v1/chat", { method: "POST", key: stranger.key, body });

  expect(response.status).toBe(403);
});
