import { beforeAll, expect, test } from "vitest";

import type { Route } from "#api/http/route.ts";
import { createEstimate } from "#api/routes/estimates/create-estimate.ts";
import { createPipelineRun } from "#api/routes/pipelines/create-pipeline-run.ts";
import { RunEstimate } from "#db/entities/estimate.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { requestCancel } from "#db/jobs/jobs.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";

/** Price, estimate and refusals of a run before it starts. */

const database = useDatabase();
const api = useApi(database, { dependencies: { now: () => now() } });

/** Advances for the whole file and is never set back. */
let now = () => new Date();

let owner: TestOrganization;
let stranger: TestOrganization;
let pipelineId: string;
let otherPipelineId: string;

const image = { kind: "generate", capability: "text-to-image", model: "studio-image" };

const definition = {
  schemaVersion: 1,
  inputs: {
    topic: { type: "text", maxLength: 100 },
    seconds: { type: "integer", default: 4 },
    pictures: { type: "integer", default: 3 },
    withCover: { type: "boolean", default: true },
  },
  steps: {
    cover: { ...image, when: "{{ inputs.withCover }}", prompt: "cover of {{ inputs.topic }}" },
    film: {
      kind: "generate",
      capability: "text-to-video",
      model: "studio-video",
      prompt: "{{ inputs.topic }}",
      parameters: { durationSeconds: "{{ inputs.seconds }}" },
    },
    pictures: {
      kind: "map",
      over: "{{ range(inputs.pictures) }}",
      maxItems: 8,
      steps: { take: { ...image, after: ["film"], prompt: "{{ item }}" } },
      value: "{{ steps.take.output }}",
    },
    check: { kind: "approve", question: "Is it right?", after: ["pictures"] },
  },
  outputs: { film: "{{ steps.film.output }}" },
};

beforeAll(async () => {
  owner = await createOrganization(database.orm, { credits: 100 });
  stranger = await createOrganization(database.orm, { credits: 100 });
  pipelineId = await createPipeline();
  otherPipelineId = await createPipeline();
});

async function createPipeline(given: object = definition): Promise<string> {
  const body = { name: "Film", definition: given };
  const response = await api.call("/v1/pipelines", { method: "POST", key: owner.key, body });
  return ((await response.json()) as { pipelineId: string }).pipelineId;
}

async function send(
  route: Route,
  body: object,
  { key = owner.key, id = pipelineId } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const path = route.path.replace("{pipelineId}", id);
  const response = await api.call(path, { method: "POST", key, body });
  const shown = await expectDocumented(route, response);
  return { status: response.status, body: shown as Record<string, unknown> };
}

const run = async (body: object, options = {}) => send(createPipelineRun, body, options);
const estimate = async (body: object, key = owner.key) =>
  send(createEstimate, { pipelineId, ...body }, { key });

async function startedRun(body: object = { inputs: { topic: "a lake" } }): Promise<string> {
  const started = await run(body);
  expect(started.status).toBe(202);
  return String(started.body["jobId"]);
}

async function cancel(runId: string): Promise<void> {
  const { organizationId } = owner;
  await requestCancel(database.orm.em.fork(), { jobId: runId, organizationId });
}

test("an estimate has the price that the inputs decide, the models, the time and the questions", async () => {
  const { status, body } = await estimate({ inputs: { topic: "a lake" } });

  expect(status).toBe(200);
  expect(body).toMatchObject({
    outcome: "priced",
    version: 1,
    price: { minCredits: 6, maxCredits: 6 },
    affordable: true,
    questions: [{ step: "check", question: "Is it right?" }],
    steps: [
      { step: "cover", count: { min: 1, max: 1 }, minCredits: 1, maxCredits: 1 },
      { step: "film", count: { min: 1, max: 1 }, model: { id: "studio-video" } },
      { step: "pictures.take", count: { min: 3, max: 3 }, model: { id: "studio-image" } },
    ],
    warnings: [],
  });
  // The film, then three images at once.
  expect(body["expectedSeconds"]).toBe(9);
});

test.each([
  [{ pictures: 8 }, { minCredits: 11, maxCredits: 11 }],
  [
    { pictures: 0, withCover: false },
    { minCredits: 2, maxCredits: 2 },
  ],
])("the inputs %j decide the price", async (inputs, price) => {
  const order = { inputs: { topic: "a lake", ...inputs } };

  expect((await estimate(order)).body["price"]).toEqual(price);
  expect((await run({ ...order, dryRun: true })).body["price"]).toEqual(price);
  const runId = await startedRun(order);
  expect(await database.orm.em.fork().findOneOrFail(PipelineRun, runId)).toMatchObject({
    maxCredits: price.maxCredits,
  });
  await cancel(runId);
});

test("an estimate names the text that a run asks for without a language model, unless it is given", async () => {
  const id = "narrated-clip";
  const inputs = { topic: "volcanoes", seconds: 8 };
  const questionsOf = async (order: object) =>
    (await run({ inputs, dryRun: true, ...order }, { id })).body["questions"];

  expect(await questionsOf({})).toEqual([
    {
      step: "script",
      question: "The narration of a 8 second film about: volcanoes. Plain sentences, nothing else.",
    },
  ]);
  expect(await questionsOf({ answers: { script: { text: "They sleep." } } })).toEqual([]);
  expect(await questionsOf({ inputs: { ...inputs, narration: "They sleep." } })).toEqual([]);
});

test("a run has the version, the prices and the models of its estimate", async () => {
  const order = { inputs: { topic: "a pond" } };
  const { estimateId } = (await estimate(order)).body;
  const em = database.orm.em.fork();
  const kept = await em.findOneOrFail(RunEstimate, String(estimateId));
  const prices = { ...kept.prices, steps: { ...kept.prices.steps, film: { min: 3, max: 3 } } };
  await em.nativeUpdate(RunEstimate, kept.id, { prices });

  const runId = await startedRun({ ...order, estimateId, maxCredits: 7 });

  expect(await em.findOneOrFail(PipelineRun, runId)).toMatchObject({ prices, maxCredits: 7 });
  expect(prices.models).toMatchObject({ film: "studio-video", take: "studio-image" });
  await cancel(runId);
  expect(await run({ ...order, estimateId, maxCredits: 6 })).toMatchObject({
    status: 422,
    body: { code: "price_over_limit", details: { credits: 7 } },
  });
});

test("an estimate is for one request, one organization and fifteen minutes", async () => {
  const order = { inputs: { topic: "a river" } };
  const { estimateId } = (await estimate(order)).body;

  for (const [body, code] of [
    [{ inputs: { topic: "a sea" }, estimateId }, "estimate_mismatch"],
    [{ ...order, version: 2, estimateId }, "estimate_mismatch"],
    [{ ...order, estimateId: "est_none" }, "estimate_not_found"],
  ] as const) {
    expect((await run(body)).body["code"]).toBe(code);
  }
  expect((await run({ ...order, estimateId }, { id: otherPipelineId })).body["code"]).toBe(
    "estimate_mismatch",
  );
  expect((await run({ ...order, estimateId }, { key: stranger.key })).status).toBe(403);
  const later = Date.now() + 15 * 60_000;
  now = () => new Date(later);
  expect((await run({ ...order, estimateId })).body["code"]).toBe("estimate_expired");
});

test("a value that no model accepts is refused before anything is paid", async () => {
  const { status, body } = await run({ inputs: { topic: "a lake", seconds: 60 } });

  expect(status).toBe(422);
  expect(body).toMatchObject({
    code: "request_invalid",
    errors: [{ pointer: "/inputs", message: expect.stringContaining("Step film: ") }],
  });
});

test("a value that no media operation accepts is refused before anything is paid", async () => {
  const sped = {
    schemaVersion: 1,
    inputs: { factor: { type: "number" } },
    steps: {
      film: { ...definition.steps.film, prompt: "a lake", parameters: { durationSeconds: 4 } },
      fast: {
        kind: "transform",
        operation: "speed",
        inputs: ["{{ steps.film.output }}"],
        parameters: { factor: "{{ inputs.factor }}" },
      },
    },
    outputs: { film: "{{ steps.fast.output }}" },
  };
  const id = await createPipeline(sped);

  expect((await run({ inputs: { factor: 2 }, dryRun: true }, { id })).status).toBe(200);
  expect(await run({ inputs: { factor: 20 } }, { id })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: "/inputs", message: expect.stringContaining("Step fast: ") }] },
  });
});

test.each([
  [{ inputs: {} }, "/inputs/topic", "required"],
  [{ inputs: { topic: 7 } }, "/inputs/topic", "wrong_type"],
  [{ inputs: { topic: "x".repeat(101) } }, "/inputs/topic", "too_large"],
  [{ inputs: { topic: "a", colour: "red" } }, "/inputs/colour", "unknown_field"],
  [
    { inputs: { topic: "a" }, answers: { film: { choice: "yes" } } },
    "/answers/film",
    "reference_unknown",
  ],
])("the order %j is refused with its pointer", async (order, pointer, code) => {
  const { status, body } = await run(order);

  expect({ status, errors: body["errors"] }).toMatchObject({
    status: 422,
    errors: [{ pointer, code }],
  });
});

test.each([
  [{ pipelineId: "narrated-clip", capability: "text-to-image" }, "/capability", "not_used"],
  [{ pipelineId: "narrated-clip", inputs: [] }, "/inputs", "wrong_type"],
  [{ capability: "text-to-image", prompt: "a", version: 2 }, "/version", "not_used"],
  [{ capability: "text-to-image", prompt: "a", inputs: {} }, "/inputs", "wrong_type"],
])("the estimate %j is refused with its pointer", async (order, pointer, code) => {
  const { status, body } = await send(createEstimate, order);

  expect({ status, errors: body["errors"] }).toMatchObject({
    status: 422,
    errors: [{ pointer, code }],
  });
});

test("only a run of this pipeline and organization that has ended can be resumed", async () => {
  const runId = await startedRun();
  const inputs = { topic: "a lake" };

  expect((await run({ resumeFrom: runId })).body["code"]).toBe("job_not_final");
  await cancel(runId);
  expect((await run({ resumeFrom: runId }, { id: otherPipelineId })).body["code"]).toBe(
    "resume_mismatch",
  );
  expect((await run({ resumeFrom: "job_none" })).body["code"]).toBe("job_not_found");
  const copy = await api.call("/v1/pipelines", {
    method: "POST",
    key: stranger.key,
    body: { name: "Mine", definition },
  });
  const { pipelineId: id } = (await copy.json()) as { pipelineId: string };
  const foreign = await run({ resumeFrom: runId, inputs }, { key: stranger.key, id });
  expect(foreign).toMatchObject({ status: 403, body: { code: "outside_organization" } });
  expect((await run({ inputs }, { key: stranger.key })).status).toBe(403);
  expect((await estimate({ inputs }, stranger.key)).status).toBe(403);
  const resumed = await run({ resumeFrom: runId });
  expect(resumed.status).toBe(202);
});

test("a run that is canceled before it starts holds nothing", async () => {
  const runId = await startedRun();

  await cancel(runId);

  const response = await api.call(`/v1/jobs/${runId}`, { key: owner.key });
  expect(await response.json()).toMatchObject({
    status: "canceled",
    billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 6 },
  });
});
