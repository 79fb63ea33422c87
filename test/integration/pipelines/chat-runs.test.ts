import { expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createOrganization } from "#test/support/organization.ts";

const database = useDatabase();
const api = useApi(database);

const image = {
  kind: "generate",
  capability: "text-to-image",
  model: "studio-image",
  maxCredits: 1,
};

/** A pipeline of the organization whose phrase messages can be. */
async function createSeries(key: string): Promise<string> {
  const response = await api.call("/v1/pipelines", {
    method: "POST",
    key,
    body: {
      name: "Series",
      definition: {
        schemaVersion: 1,
        inputs: { topic: { type: "text" }, count: { type: "integer", maximum: 40 } },
        steps: {
          parts: {
            kind: "map",
            over: "{{ range(inputs.count) }}",
            maxItems: 40,
            steps: { part: { ...image, prompt: "{{ inputs.topic }}" } },
            value: "{{ steps.part.output }}",
          },
        },
        outputs: { parts: "{{ steps.parts.items }}" },
        chat: { phrases: ["a {count} part series on {topic}"] },
      },
    },
  });
  const { pipelineId } = (await response.json()) as { pipelineId: string };
  return pipelineId;
}

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

const message = "Please make a 2 part series on bees";

test("a message that is a phrase starts a run under the job of the message", async () => {
  const { key } = await createOrganization(database.orm, { credits: 100 });
  const pipelineId = await createSeries(key);
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
  await createSeries(key);

  const { job } = await send(key, { message, ...change });

  expect(job?.pipelineId ?? null).toBeNull();
});

test("pipelines of other organizations are not started", async () => {
  const owner = await createOrganization(database.orm);
  await createSeries(owner.key);
  const { key } = await createOrganization(database.orm, { credits: 100 });

  expect((await send(key, { message })).job?.pipelineId ?? null).toBeNull();
});

test("a run that costs more than a generation may is refused with its price", async () => {
  const { key } = await createOrganization(database.orm, { credits: 100 });
  const pipelineId = await createSeries(key);

  const { status, answer } = await send(key, { message: "a 40 part series on bees" });

  expect({ status, code: answer.code }).toEqual({ status: 422, code: "price_over_limit" });
  expect(answer.detail).toContain(`POST /v1/pipelines/${pipelineId}/runs`);
  expect(await database.orm.em.fork().count(Job, { pipelineId })).toBe(0);
});
