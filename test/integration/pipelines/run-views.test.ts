import { expect, test } from "vitest";

import { Output } from "#db/entities/job.ts";
import { createId } from "#db/ids.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { createTestPipeline } from "#test/support/pipelines/pipelines.ts";
import { completeRun, endRun, makeImage, queueRun } from "#test/support/pipelines/runs.ts";

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database, { credits: 20 });

interface Shown {
  readonly jobId: string;
  readonly outputs: readonly { readonly outputId: string }[];
  readonly run: { readonly inputs?: object; readonly outputs?: object };
}

async function show<Body>(path: string): Promise<Body> {
  const response = await api.call(path, owner);
  return (await response.json()) as Body;
}

test("a run shows all its files in the order of its outputs, and a list of runs the first ten without values", async () => {
  const em = database.orm.em.fork();
  const { pipelineId } = await createTestPipeline(database.orm, owner);
  const runId = await queueRun(database.orm, owner, { pipelineId });
  const { outputId } = await makeImage(database.orm, api.storage, owner, runId);
  const made = await em.findOneOrFail(Output, outputId);
  const copies = Array.from({ length: 11 }, () => createId("output"));
  for (const [ordinal, id] of copies.entries()) {
    await em.execute(
      `insert into outputs select (jsonb_populate_record(o, jsonb_build_object('id', ?::text, 'ordinal', ?::int, 'storage_key', ?::text))).*
       from outputs o where id = ?`,
      [id, ordinal + 1, `${made.storageKey}-${ordinal}`, outputId],
    );
  }
  const results = { last: { outputId }, first: copies.map((id) => ({ outputId: id })) };
  await endRun(database.orm, runId, {
    status: "completed",
    results,
    files: [
      { name: "last", outputIds: [outputId] },
      // A file may be the result of several outputs; it is listed once, at its first place.
      { name: "first", outputIds: [...copies.toReversed(), outputId] },
    ],
  });

  const one = await show<Shown>(`/v1/jobs/${runId}`);
  const list = await show<{ data: Shown[] }>("/v1/jobs");
  const files = await show<{ data: Shown["outputs"] }>(`/v1/jobs/${runId}/outputs`);

  const expected = [outputId, ...copies.toReversed()];
  expect(one.outputs.map((file) => file.outputId)).toEqual(expected);
  expect(files.data.map((file) => file.outputId)).toEqual(expected);
  expect(one.run).toMatchObject({ inputs: { topic: "a fox" }, outputs: results });
  const listed = list.data.find(({ jobId }) => jobId === runId);
  expect(listed?.outputs.map((file) => file.outputId)).toEqual(expected.slice(0, 10));
  expect(listed?.run).not.toHaveProperty("inputs");
  expect(listed?.run).not.toHaveProperty("outputs");
});

test("a run shows no file of another organization, whatever its results name", async () => {
  const stranger = await createOrganization(database.orm);
  const { pipelineId } = await createTestPipeline(database.orm, owner);
  const jobId = await createQueuedJob(database.orm, stranger);
  const file = { jobId, bytes: Buffer.from("a secret"), contentType: "image/png" };
  const { outputId } = await finishJob(database.orm, api.storage, stranger.organizationId, file);
  const runId = await queueRun(database.orm, owner, { pipelineId });
  await endRun(database.orm, runId, {
    status: "completed",
    results: { image: { outputId, contentType: "image/png" } },
    files: [{ name: "image", outputIds: [outputId] }],
  });

  expect(await show<Shown>(`/v1/jobs/${runId}`)).toMatchObject({ outputs: [] });
  expect(await show(`/v1/jobs/${runId}/outputs`)).toMatchObject({ data: [] });
  const content = await api.call(`/v1/jobs/${runId}/outputs/${outputId}/content`, owner);
  expect(content.status).toBe(404);
});

test("a reused step costs nothing in the run that reuses it", async () => {
  const { pipelineId } = await createTestPipeline(database.orm, owner);
  const former = await queueRun(database.orm, owner, { pipelineId });
  const made = await makeImage(database.orm, api.storage, owner, former);
  await completeRun(database.orm, former, made);
  const later = await queueRun(database.orm, owner, { pipelineId, resumeOf: former });
  await completeRun(database.orm, later, { ...made, isReused: true });

  expect(await show(`/v1/jobs/${former}`)).toMatchObject({ run: { steps: [{ credits: 1 }] } });
  expect(await show(`/v1/jobs/${later}`)).toMatchObject({
    billing: { capturedCredits: 0 },
    run: { steps: [{ status: "reused", credits: 0 }] },
  });
});
