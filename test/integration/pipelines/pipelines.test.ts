import { expect, test } from "vitest";

import { getJob } from "#api/routes/jobs/get-job.ts";
import { builtInPipelines } from "#catalog/pipelines/index.ts";
import { Job } from "#db/entities/job.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { Pipeline, PipelineVersion } from "#db/entities/pipeline.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { pipelineLimits } from "#db/pipelines/pipelines.ts";
import { syncPipelines } from "#db/setup/sync-pipelines.ts";
import { definitionSchema } from "#domain/pipelines/definition.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { createTestAsset } from "#test/support/jobs/assets.ts";
import { newJob } from "#test/support/jobs/jobs.ts";
import { createTestPipeline, definitionOf } from "#test/support/pipelines/pipelines.ts";
import { queueRun } from "#test/support/pipelines/runs.ts";

const database = useDatabase();
const api = useApi(database);
const apiWithoutStudio = useApi(database, { settings: { providerSettings: {} } });

interface Shown {
  readonly pipelineId: string;
  readonly version: number;
  readonly latestVersion: number;
  readonly [field: string]: unknown;
}

async function call(
  key: string,
  path: string,
  options: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: Shown; headers: Headers }> {
  const method = options.method ?? (options.body === undefined ? "GET" : "POST");
  const response = await api.call(`/v1/pipelines${path}`, { ...options, method, key });
  return {
    status: response.status,
    body: (await response.json()) as Shown,
    headers: response.headers,
  };
}

async function issuesOf(key: string, definition: unknown): Promise<unknown[]> {
  const { status, body } = await call(key, "", { body: { name: "Film", definition } });
  expect(status).toBe(422);
  expect(body["code"]).toBe("request_invalid");
  return (body["errors"] as { pointer: string; code: string }[]).map(
    ({ pointer, code }) => `${code} ${pointer}`,
  );
}

test("the five built-in pipelines are listed after the organization's own", async () => {
  const { key } = await createOrganization(database.orm);
  await call(key, "", { body: { name: "First", definition: definitionOf() } });
  await call(key, "", { body: { name: "Second", definition: definitionOf() } });

  const { body } = await call(key, "");
  const listed = body["data"] as Shown[];

  expect(listed.map(({ name }) => name)).toEqual([
    "Second",
    "First",
    "3D turntable from a sentence",
    "Talking portrait",
    "Product shots in four aspect ratios",
    "Podcast: clean-up, transcript, cover",
    "Narrated clip",
  ]);
  for (const [query, count] of [
    ["builtIn=true", 5],
    ["builtIn=false", 2],
    ["search=SECOND", 1],
    ["search=%25", 0],
    ["archived=true", 0],
  ] as const) {
    expect((await call(key, `?${query}`)).body["data"]).toHaveLength(count);
  }
});

test("a template shows its types and its inputs, and every template is runnable without a key", async () => {
  const { key } = await createOrganization(database.orm);

  const { status, body } = await call(key, "/talking-portrait");

  expect(status).toBe(200);
  expect(body).toMatchObject({
    builtIn: true,
    version: 2,
    outputs: { film: "Video", portrait: "Image", voice: "Audio" },
    inputSchema: {
      type: "object",
      required: ["words"],
      properties: { words: { type: "string", maxLength: 1000 }, ask: { type: "boolean" } },
    },
    runnable: true,
    warnings: [],
  });
  for (const { slug } of builtInPipelines) {
    expect((await call(key, `/${slug}`)).body).toMatchObject({ runnable: true });
  }
  expect(Object.keys(body["outputs"] as object)).toEqual(["film", "portrait", "voice"]);
});

test("a run that has just started shows its inputs and the steps that wait; lists omit the inputs", async () => {
  const owner = await createOrganization(database.orm, { credits: 5 });
  const { assetId } = await createTestAsset(database.orm, api.storage, owner);
  const { status, body } = await call(owner.key, "/product-shots/runs", {
    method: "POST",
    body: { inputs: { photo: { assetId }, ratios: ["1:1"] } },
  });
  expect({ status, body }).toMatchObject({ status: 202 });

  const shown = await api.call(`/v1/jobs/${String(body["jobId"])}`, owner);

  expect(await expectDocumented(getJob, shown)).toMatchObject({
    status: "queued",
    run: {
      inputs: { photo: { assetId }, ratios: ["1:1"], scene: expect.stringContaining("daylight") },
      counts: { waiting: 1, running: 0 },
      steps: [
        { step: "shots", kind: "map", status: "waiting" },
        { step: "sheet", kind: "transform", status: "waiting" },
      ],
    },
  });
  const runs = (await call(owner.key, "/product-shots/runs")).body["data"];
  expect(runs).toMatchObject([{ jobId: body["jobId"], run: { steps: [{}, {}] } }]);
  expect(runs).not.toMatchObject([{ run: { inputs: {} } }]);
});

test("a run takes no file of another organization", async () => {
  const owner = await createOrganization(database.orm, { credits: 5 });
  const other = await createOrganization(database.orm);
  const { assetId } = await createTestAsset(database.orm, api.storage, other);

  const { status } = await call(owner.key, "/product-shots/runs", {
    method: "POST",
    body: { inputs: { photo: { assetId } } },
  });

  expect(status).toBe(403);
  expect(await database.orm.em.fork().count(Job, { organizationId: owner.organizationId })).toBe(0);
});

test("without a provider of media operations, a template names them as missing and does not run", async () => {
  const { key } = await createOrganization(database.orm);

  const shown = await apiWithoutStudio.call("/v1/pipelines/turntable", { key });
  const body = { inputs: { sentence: "a chair" } };
  const run = await apiWithoutStudio.call("/v1/pipelines/turntable/runs", {
    method: "POST",
    key,
    body,
  });

  expect(await shown.json()).toMatchObject({
    runnable: false,
    missing: [
      { capability: "text-to-3d" },
      { operation: "turntable", settings: ["STUDIO_URL"] },
      { operation: "frame", settings: ["STUDIO_URL"] },
    ],
    warnings: [
      { pointer: "/steps/model" },
      { pointer: "/steps/spin", code: "provider_not_configured" },
      { pointer: "/steps/poster", code: "provider_not_configured" },
    ],
  });
  expect(await run.json()).toMatchObject({ code: "no_model_available" });
});

test("a price is exact without expressions, and a range with them", async () => {
  const { key } = await createOrganization(database.orm);
  const priceOf = async (definition: unknown) =>
    (await call(key, "", { body: { name: "Price", definition, dryRun: true } })).body["price"];
  const step = { kind: "generate", capability: "text-to-image", prompt: "a fox" };
  const of = (steps: object) => ({
    schemaVersion: 1,
    inputs: { go: { type: "boolean" }, seconds: { type: "integer" } },
    steps,
    outputs: { fixed: "{{ inputs.seconds }}" },
  });

  expect(await priceOf(of({ a: step, b: step }))).toEqual({ minCredits: 2, maxCredits: 2 });
  expect(await priceOf(of({ a: step, b: { ...step, when: "{{ inputs.go }}" } }))).toEqual({
    minCredits: 1,
    maxCredits: 2,
  });
  const map = {
    kind: "map",
    over: "{{ range(inputs.seconds) }}",
    maxItems: 7,
    steps: { a: step },
    value: "{{ steps.a.output }}",
  };
  expect(await priceOf(of({ map }))).toEqual({ minCredits: 0, maxCredits: 7 });
  const cases = [{ when: "{{ inputs.go }}", steps: { a: step }, value: "{{ steps.a.output }}" }];
  expect(await priceOf(of({ choice: { kind: "switch", cases } }))).toEqual({
    minCredits: 0,
    maxCredits: 1,
  });
});

test("a dry run and a refused definition store nothing", async () => {
  const { key, organizationId } = await createOrganization(database.orm);

  const dry = await call(key, "", {
    body: { name: "A", definition: definitionOf(), dryRun: true },
  });
  await issuesOf(key, definitionOf("{{ steps.image.text }}"));

  expect(dry.status).toBe(200);
  expect(dry.body).toMatchObject({
    outputs: { image: "Image" },
    steps: { image: { output: "Image", outputs: "list<Image>", credits: "int", status: "string" } },
    runnable: true,
  });
  expect(await database.orm.em.fork().count(Pipeline, { organizationId })).toBe(0);
});

test("versions never change, and an equal definition creates none", async () => {
  const { key } = await createOrganization(database.orm);
  const created = await call(key, "", { body: { name: "Film", definition: definitionOf() } });
  const path = `/${created.body.pipelineId}`;
  const put = async (body: object) => call(key, path, { method: "PUT", body });

  const { schemaVersion, outputs, steps, inputs } = definitionOf();
  expect((await put({ definition: { outputs, steps, inputs, schemaVersion } })).body).toMatchObject(
    {
      latestVersion: 1,
    },
  );
  const second = await put({ definition: definitionOf("a fox"), note: "fox" });
  expect(second.body).toMatchObject({ version: 2, note: "fox", name: "Film" });
  expect((await call(key, `${path}?version=1`)).body).toMatchObject({
    version: 1,
    latestVersion: 2,
    definition: definitionOf(),
  });
  expect((await call(key, `${path}/versions`)).body["data"]).toMatchObject([
    { version: 2, changes: [{ step: "image", change: "changed" }] },
    { version: 1, changes: [] },
  ]);
  expect((await call(key, `${path}?version=3`)).body).toMatchObject({
    code: "pipeline_version_not_found",
  });
  const change = { note: "changed" };
  const key1 = { pipelineId: created.body.pipelineId, version: 1 };
  const em = database.orm.em.fork();
  await expect(em.nativeUpdate(PipelineVersion, key1, change)).rejects.toThrow(/append-only/);
  await expect(em.nativeDelete(PipelineVersion, key1)).rejects.toThrow(/append-only/);
  // The erasure of an organization deletes its pipelines.
  await em.nativeDelete(Pipeline, created.body.pipelineId);
  expect(await em.count(PipelineVersion, { pipelineId: created.body.pipelineId })).toBe(0);
});

test("one of two updates with the same ETag is refused", async () => {
  const { key } = await createOrganization(database.orm);
  const { body } = await call(key, "", { body: { name: "Film", definition: definitionOf() } });
  const path = `/${body.pipelineId}`;
  const etag = (await call(key, path)).headers.get("ETag") ?? "";

  const put = async (prompt: string) =>
    call(key, path, {
      method: "PUT",
      headers: { "If-Match": etag },
      body: { definition: definitionOf(prompt) },
    });
  const statuses = [(await put("a fox")).status, (await put("an owl")).status];

  expect(statuses).toEqual([200, 412]);
  expect((await call(key, path)).body.latestVersion).toBe(2);
});

test("an archived pipeline takes no version until it is restored", async () => {
  const { key } = await createOrganization(database.orm);
  const { body } = await call(key, "", { body: { name: "Film", definition: definitionOf() } });
  const path = `/${body.pipelineId}`;
  const put = async (change: object) => call(key, path, { method: "PUT", body: change });

  await put({ archived: true });
  expect((await put({ definition: definitionOf("a fox") })).body).toMatchObject({
    code: "pipeline_archived",
  });
  expect((await call(key, "?archived=true")).body["data"]).toHaveLength(1);
  expect((await put({ archived: false, definition: definitionOf("a fox") })).status).toBe(200);
});

test("a built-in pipeline is copied instead of changed", async () => {
  const { key } = await createOrganization(database.orm);

  const change = await call(key, "/turntable", { method: "PUT", body: { name: "Mine" } });
  const copy = await call(key, "", { body: { name: "Mine", from: { pipelineId: "turntable" } } });

  expect(change.body).toMatchObject({ code: "pipeline_built_in" });
  expect(copy.body).toMatchObject({ name: "Mine", builtIn: false, version: 1 });
  expect(copy.body["definition"]).toEqual((await call(key, "/turntable")).body["definition"]);
});

test("the definition that a run used becomes a pipeline, whatever its pipeline has become since", async () => {
  const owner = await createOrganization(database.orm, { credits: 9 });
  const { pipelineId } = await createTestPipeline(database.orm, owner);
  const ofVersion = await queueRun(database.orm, owner, { pipelineId });
  const withOwn = await queueRun(database.orm, owner, { pipelineId });
  const definition = definitionSchema.parse(definitionOf("A fox that a message asked for"));
  await database.orm.em.fork().nativeUpdate(PipelineRun, { jobId: withOwn }, { definition });
  await call(owner.key, `/${pipelineId}`, { method: "PUT", body: { archived: true } });
  const save = async (runId: string) =>
    call(owner.key, "", { body: { name: "Saved", from: { runId } } });

  expect((await save(ofVersion)).body).toMatchObject({
    version: 1,
    builtIn: false,
    definition: definitionOf(),
  });
  expect((await save(withOwn)).body["definition"]).toEqual(definition);
});

test("only a run of the organization has a definition to copy, for a caller who may read jobs", async () => {
  const owner = await createOrganization(database.orm, { credits: 9 });
  const other = await createOrganization(database.orm);
  const writer = await createOrganization(database.orm, { permissions: ["pipelines:write"] });
  const { pipelineId } = await createTestPipeline(database.orm, owner);
  const runId = await queueRun(database.orm, owner, { pipelineId });
  const { jobId: single } = await createJob(database.orm.em.fork(), newJob(owner));
  const copy = async (key: string, from: string) =>
    (await call(key, "", { body: { name: "x", from: { runId: from } } })).body;

  expect(await copy(other.key, runId)).toMatchObject({ code: "outside_organization" });
  expect(await copy(owner.key, "job_none")).toMatchObject({ code: "job_not_found" });
  expect(await copy(writer.key, runId)).toMatchObject({ code: "permission_missing" });
  expect(await copy(owner.key, single)).toMatchObject({
    code: "request_invalid",
    errors: [{ pointer: "/from/runId", code: "not_a_run" }],
  });
});

test("the pipelines of another organization can be neither read, copied nor run as a step", async () => {
  const owner = await createOrganization(database.orm);
  const { key } = await createOrganization(database.orm);
  const { body } = await call(owner.key, "", {
    body: { name: "Film", definition: definitionOf() },
  });
  const { pipelineId } = body;

  expect((await call(key, `/${pipelineId}`)).status).toBe(403);
  expect((await call(key, `/${pipelineId}/versions`)).status).toBe(403);
  expect((await call(key, `/${pipelineId}`, { method: "PUT", body: { name: "x" } })).status).toBe(
    403,
  );
  expect((await call(key, "", { body: { name: "x", from: { pipelineId } } })).status).toBe(403);
  expect((await call(key, `?search=${pipelineId}`)).body["data"]).toEqual([]);
  const step = {
    kind: "pipeline",
    pipeline: pipelineId,
    version: 1,
    inputs: { topic: "{{ 'fox' }}" },
  };
  const definition = {
    schemaVersion: 1,
    steps: { part: step },
    outputs: { image: "{{ steps.part.image }}" },
  };
  expect(await issuesOf(key, definition)).toEqual([
    "reference_unknown /definition/steps/part/pipeline",
  ]);
  const own = await call(owner.key, "", { body: { name: "Whole", definition } });
  expect(own.body).toMatchObject({ outputs: { image: "Image" } });
});

test.each([
  ["an unknown model", { model: "no-such-model" }, "model_not_found /model"],
  [
    "a parameter of a wrong type",
    { parameters: { width: "{{ inputs.topic }}" } },
    "expression_type /parameters/width",
  ],
  ["an unknown parameter", { parameters: { wdith: 5 } }, "unknown_field /parameters/wdith"],
  ["a missing prompt", { prompt: undefined }, "required /prompt"],
  ["a value out of range", { parameters: { count: 500 } }, "too_large /parameters/count"],
  ["an unknown field", { promt: "x" }, "unknown_field /promt"],
  ["an unknown kind", { kind: "generat" }, "no_match /kind"],
])("%s is reported with its pointer", async (_, change, issue) => {
  const { key } = await createOrganization(database.orm);
  const definition = definitionOf();
  Object.assign(definition.steps.image, change);
  const [code, pointer] = issue.split(" ");

  expect(await issuesOf(key, definition)).toContain(`${code} /definition/steps/image${pointer}`);
});

test("the limit of pipelines counts those that are not archived", async () => {
  const { key, organizationId } = await createOrganization(database.orm);
  const em = database.orm.em.fork();
  await em.insertMany(
    Pipeline,
    Array.from({ length: pipelineLimits.pipelines }, (_, index) => ({
      id: `pip_limit-${organizationId}-${index}`,
      organizationId,
      name: "Film",
      latestVersion: 1,
      ...(index === 0 ? { archivedAt: new Date() } : {}),
    })),
  );
  const create = async () => call(key, "", { body: { name: "Film", definition: definitionOf() } });

  expect((await create()).status).toBe(201);
  expect((await create()).body).toMatchObject({ code: "pipeline_limit_reached" });
});

test("a second migration writes no version, and a changed template is not stored", async () => {
  const stored = async () =>
    database.orm.em.fork().find(PipelineVersion, { pipelineId: "narrated-clip" });
  const [template] = builtInPipelines;
  const [latest] = template?.versions ?? [];
  if (template === undefined || latest === undefined) throw new Error("expected a template");
  const before = await stored();

  await syncPipelines(database.orm.em.fork());
  const definition = { ...latest.definition, limits: { maxCredits: 1 } };
  await syncPipelines(database.orm.em.fork(), [
    { ...template, versions: [{ version: 1, definition }] },
  ]);

  expect(await stored()).toEqual(before);
});

test("a pipeline within a pipeline counts for sizes, inputs and the price", async () => {
  const { key } = await createOrganization(database.orm);
  const create = async (definition: unknown) =>
    (await call(key, "", { body: { name: "Part", definition } })).body.pipelineId;
  const image = { kind: "generate", capability: "text-to-image", prompt: "{{ inputs.topic }}" };
  const imageId = await create({
    schemaVersion: 1,
    inputs: { topic: { type: "text", maxLength: 5 }, go: { type: "boolean", default: true } },
    steps: { image },
    outputs: { image: "{{ steps.image.output }}" },
  });
  const whole = (inputs: object, times = 2, pipeline = imageId) => {
    const part = { kind: "pipeline", pipeline, version: 1, inputs };
    const value = "{{ steps.part.image }}";
    const over = `{{ range(${times}) }}`;
    return {
      schemaVersion: 1,
      inputs: { topic: { type: "text" }, size: { type: "integer" } },
      steps: { parts: { kind: "map", over, maxItems: times, steps: { part }, value } },
      outputs: { image: "{{ steps.parts.items[0] }}" },
    };
  };

  const topic = "{{ inputs.topic }}";
  const { body } = await call(key, "", { body: { name: "W", definition: whole({ topic }) } });
  expect(body).toMatchObject({ outputs: { image: "Image" } });
  const { minCredits: min, maxCredits: max } = body["price"] as Record<string, number>;
  const { body: single } = await call(key, `/${imageId}`);
  const price = single["price"] as Record<string, number>;
  expect([min, max]).toEqual([0, (price["maxCredits"] ?? 0) * 2]);

  const at = "/definition/steps/parts/steps/part/inputs";
  expect(await issuesOf(key, whole({}))).toEqual([`required ${at}/topic`]);
  expect(await issuesOf(key, whole({ topic: "too long", other: 1 }))).toEqual([
    `unknown_field ${at}/other`,
    `too_large ${at}/topic`,
  ]);
  expect(await issuesOf(key, whole({ topic: "{{ inputs.size }}" }))).toEqual([
    `expression_type ${at}/topic`,
  ]);
  // 1 map, 600 steps that run a pipeline, and the step within each.
  expect(await issuesOf(key, whole({ topic }, 600))).toEqual(["too_large /definition/steps"]);

  const wholeId = body["pipelineId"];
  const step = { kind: "pipeline", pipeline: wholeId, version: 1, inputs: { topic, size: 1 } };
  const around = (steps: object, value: string) => ({
    ...whole({ topic }),
    steps: { all: { kind: "map", over: "{{ range(2) }}", maxItems: 2, steps, value } },
    outputs: { image: "{{ steps.all.items[0] }}" },
  });
  // Map, pipeline, map, pipeline: the image is within four.
  expect(await issuesOf(key, around({ step }, "{{ steps.step.image }}"))).toEqual([
    "too_large /definition/steps/all/steps/step",
  ]);
});
