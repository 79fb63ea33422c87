import { expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { writeRunSteps } from "#db/pipelines/run-steps.ts";
import type { StepRow, StepStatus } from "#domain/pipelines/runs/step-row.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createTestPipeline } from "#test/support/pipelines/pipelines.ts";
import { endRun, queueRun } from "#test/support/pipelines/runs.ts";
import { openEventSource } from "#test/support/servers/event-source.ts";

const items = 1_000;
/** Steps that a turn starts at most. */
const turnSize = 100;

const database = useDatabase();
const api = useApi(database);
const owner = useOrganization(database, { credits: 5 });

async function write(runId: string, from: number, status: StepStatus): Promise<void> {
  const rows = Array.from({ length: turnSize }, (_, index): StepRow => {
    const key = `shots[${from + index}].take`;
    return { key, step: "take", status, attempt: 1 };
  });
  await writeRunSteps(database.orm.em.fork(), runId, rows, { take: "value" });
}

test("the event stream of a run of 1,000 steps has no gap, also after the client has reconnected", async () => {
  const { pipelineId } = await createTestPipeline(database.orm, owner);
  const runId = await queueRun(database.orm, owner, { pipelineId });
  const open = async (headers: Readonly<Record<string, string>> = {}) =>
    openEventSource(`${api.url}/v1/jobs/${runId}/events`, { "x-api-key": owner.key, ...headers });
  await beginJob(database.orm.em.fork(), runId);

  const first = await open();
  for (let from = 0; from < items; from += turnSize) {
    await write(runId, from, "running");
    await write(runId, from, "completed");
  }
  while ((first.messages.at(-1)?.data.sequence ?? 0) < items) await first.next();
  first.close();
  const second = await open({ "last-event-id": first.messages.at(-1)?.id ?? "" });
  await endRun(database.orm, runId, { status: "completed" });
  await second.rest();

  const received = [...first.messages, ...second.messages].map(({ data }) => data);
  expect(received.map(({ sequence }) => sequence)).toEqual(received.map((_, index) => index + 1));
  expect(received.filter(({ type }) => type === "run.step")).toHaveLength(2 * items);
  expect(received.at(-1)).toMatchObject({ type: "job.completed" });
  expect((await database.orm.em.fork().findOneOrFail(Job, runId)).status).toBe("completed");
}, 60_000);
