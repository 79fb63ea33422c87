import fc from "fast-check";
import { expect, test } from "vitest";

import { Job } from "#db/entities/job.ts";
import { cancelBatch } from "#db/jobs/batches.ts";
import { failOverJob } from "#db/jobs/fail-over.ts";
import { beginJob, completeJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { mainStep, requestCancel } from "#db/jobs/jobs.ts";
import { AppError } from "#domain/errors.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { createTestBatch } from "#test/support/jobs/batches.ts";
import { expectBalancedBooks } from "#test/support/jobs/credit-books.ts";
import { choiceOf } from "#test/support/jobs/jobs.ts";
import { noteMadeFiles } from "#test/support/jobs/made-files.ts";
import { createTestWebhook, publishEvents } from "#test/support/webhooks/webhooks.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();

/** Compares the batch's counters with its jobs and the ledger. Returns an empty list when they agree. */
async function findWrongNumbers(batchId: string): Promise<unknown[]> {
  return em().execute(
    `with states as (
       select count(*)::int as items,
         count(*) filter (where status = 'queued')::int as queued,
         count(*) filter (where status = 'processing')::int as processing,
         count(*) filter (where status = 'canceling')::int as canceling,
         count(*) filter (where status = 'completed')::int as completed,
         count(*) filter (where status = 'failed')::int as failed,
         count(*) filter (where status = 'canceled')::int as canceled,
         bool_and(finished_at is not null) as has_ended
       from jobs where batch_id = ?),
     sums as (
       select
         coalesce(sum(amount) filter (where kind = 'hold'), 0)
           - coalesce(sum(amount) filter (where kind <> 'hold'), 0) as held,
         coalesce(sum(amount) filter (where kind = 'capture'), 0) as captured
       from credit_entries where job_id in (select id from jobs where batch_id = ?))
     select to_jsonb(b) as batch, to_jsonb(states) as states, to_jsonb(sums) as sums
     from batches b, states, sums where b.id = ? and
       (b.items, b.queued, b.processing, b.canceling, b.completed, b.failed, b.canceled,
        b.finished_at is not null, b.held_credits, b.captured_credits)
       is distinct from (states.items, states.queued, states.processing, states.canceling,
         states.completed, states.failed, states.canceled, states.has_ended,
         sums.held, sums.captured)`,
    [batchId, batchId, batchId],
  );
}

async function countEnds(batchId: string): Promise<number> {
  const rows = await em().execute<{ count: number }[]>(
    `select count(*)::int as count from webhook_events where type = 'batch.completed' and subject = ?`,
    [batchId],
  );
  return rows[0]?.count ?? 0;
}

const steps = [
  "begin",
  "complete",
  "complete in part",
  "fail",
  "stop",
  "cancel",
  "cancel batch",
  "fail over",
] as const;
type Step = (typeof steps)[number];

/** Applies one step to an item, through the same function as the engine. */
async function take(
  step: Step,
  { batchId, jobId, organizationId }: { batchId: string; jobId: string; organizationId: string },
): Promise<void> {
  switch (step) {
    case "begin":
      await beginJob(em(), jobId);
      return;
    case "complete":
      await complete(jobId);
      return;
    case "complete in part":
      await complete(jobId, { files: 1 });
      return;
    case "fail":
    case "stop":
      await endWithoutResult(em(), { jobId, status: step === "fail" ? "failed" : "canceled" });
      return;
    case "cancel":
      await requestCancel(em(), { jobId, organizationId });
      return;
    case "cancel batch":
      await cancelBatch(em(), { batchId, organizationId });
      return;
    case "fail over":
      await failOver(jobId);
  }
}

/** The job's current generation. */
async function generationOf(jobId: string, tx = em()): Promise<number> {
  const rows = await tx.execute<{ generation: number }[]>(
    `select max(generation)::int as generation from provider_submissions where job_id = ?`,
    [jobId],
  );
  return rows[0]?.generation ?? 1;
}

/** Completes the generation that produced the result, which thus cannot fail over at the same time. */
async function complete(jobId: string, { files = 2 } = {}): Promise<void> {
  await em().transactional(async (tx) => {
    await tx.execute(`select 1 from jobs where id = ? for update`, [jobId]);
    const ref = { jobId, step: mainStep, generation: await generationOf(jobId, tx) };
    await noteMadeFiles(tx, ref, files);
    await completeJob(tx, ref);
  });
}

async function failOver(jobId: string): Promise<void> {
  const ref = { jobId, step: mainStep, generation: await generationOf(jobId) };
  await em().execute(
    `update provider_submissions set error_code = 'provider_overloaded'
     where job_id = ? and generation = ? and state = 'prepared'`,
    [jobId, ref.generation],
  );
  const { credits } = await em().findOneOrFail(Job, jobId);
  await failOverJob(em(), { ref, choice: choiceOf(Math.max(1, (credits ?? 1) - 1)) });
}

/** Applies a step; a step that the state does not allow is refused and changes nothing. */
async function takeOrRefuse(...given: Parameters<typeof take>): Promise<void> {
  await take(...given).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

const story = fc.record({
  prices: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 }),
  rounds: fc.array(
    fc.array(fc.record({ step: fc.constantFrom(...steps), item: fc.nat({ max: 5 }) }), {
      minLength: 1,
      maxLength: 6,
    }),
    { maxLength: 8 },
  ),
});

test("a batch's counters always equal its items, for concurrent steps in any order", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ prices, rounds }) => {
      const owner = await createOrganization(database.orm);
      const { organizationId } = owner;
      await createTestWebhook(database.orm, owner);
      const { batchId, jobIds } = await createTestBatch(database.orm, owner, prices);

      for (const round of rounds) {
        await Promise.all(
          round.map(async ({ step, item }) => {
            const jobId = jobIds[item % jobIds.length] ?? "";
            await takeOrRefuse(step, { batchId, jobId, organizationId });
          }),
        );
        expect(await findWrongNumbers(batchId)).toEqual([]);
      }
      await Promise.all(
        jobIds.map(async (jobId, index) => {
          await beginJob(em(), jobId);
          const step = index % 2 === 0 ? "complete" : "fail";
          await takeOrRefuse(step, { batchId, jobId, organizationId });
        }),
      );

      expect(await findWrongNumbers(batchId)).toEqual([]);
      expect(await countEnds(batchId)).toBe(1);
      await expectBalancedBooks(database.orm, owner);
    }),
    { numRuns: 25 },
  );
}, 180_000);

test("forty items that end concurrently end the batch once, with one webhook that carries the outcome", async () => {
  const owner = await createOrganization(database.orm);
  await createTestWebhook(database.orm, owner, { events: ["batch.completed"] });
  const prices = Array.from({ length: 40 }, () => 2);
  const { batchId, jobIds } = await createTestBatch(database.orm, owner, prices);
  for (const jobId of jobIds) await beginJob(em(), jobId);

  await Promise.all(
    jobIds.map(async (jobId, index) =>
      index % 4 === 0 ? endWithoutResult(em(), { jobId, status: "failed" }) : complete(jobId),
    ),
  );

  expect(await findWrongNumbers(batchId)).toEqual([]);
  await publishEvents(database.orm);
  const events = await em().execute(
    `select e.data, count(d.id)::int as deliveries, count(o.id)::int as messages
     from webhook_events e join webhook_deliveries d on d.event_id = e.id
     join outbox o on o.subject_id = e.id and o.kind = 'webhook-event'
     where e.organization_id = ? group by e.id`,
    [owner.organizationId],
  );
  expect(events).toMatchObject([
    {
      data: {
        batchId,
        status: "completed",
        counts: { items: 40, completed: 30, failed: 10, canceled: 0 },
        billing: { capturedCredits: 60 },
      },
      deliveries: 1,
      messages: 1,
    },
  ]);
});

test("a canceled batch sends a webhook with the status canceled", async () => {
  const owner = await createOrganization(database.orm);
  await createTestWebhook(database.orm, owner);
  const { batchId } = await createTestBatch(database.orm, owner, [1, 1]);

  await cancelBatch(em(), { batchId, organizationId: owner.organizationId });

  await publishEvents(database.orm);
  const [event] = await em().execute<{ data: unknown }[]>(
    `select data from webhook_events where type = 'batch.completed' and subject = ?`,
    [batchId],
  );
  expect(event).toMatchObject({ data: { status: "canceled", counts: { canceled: 2 } } });
});

test("items that end while the batch is being canceled do not deadlock with the cancellation", async () => {
  const owner = await createOrganization(database.orm);
  const prices = Array.from({ length: 30 }, () => 1);
  const { batchId, jobIds } = await createTestBatch(database.orm, owner, prices);
  for (const jobId of jobIds) await beginJob(em(), jobId);

  await Promise.all([
    ...jobIds.slice(0, 20).map(async (jobId) => complete(jobId)),
    ...[1, 2, 3].map(async () => {
      const { organizationId } = owner;
      await takeOrRefuse("cancel batch", { batchId, jobId: "", organizationId });
    }),
  ]);

  expect(await findWrongNumbers(batchId)).toEqual([]);
  await expectBalancedBooks(database.orm, owner);
});
