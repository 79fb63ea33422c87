import { expect, test } from "vitest";

import { createAcceptQueue } from "#api/accept/accept-queue.ts";
import { findCreditBalance } from "#db/billing/credits.ts";
import { createReplayReader } from "#db/jobs/replays.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { newJob, randomKey } from "#test/support/jobs/jobs.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();

/** Number of transactions that wrote the jobs of an organization. */
async function countCommits(organizationId: string): Promise<number> {
  const [row] = await em().execute<{ commits: number }[]>(
    "select count(distinct xmin::text)::int as commits from jobs where organization_id = ?",
    [organizationId],
  );
  return row?.commits ?? 0;
}

test("jobs with idempotency keys that arrive during a commit share the next one", async () => {
  const owner = await createOrganization(database.orm, { credits: 100 });
  const accept = createAcceptQueue(database.orm);
  const jobs = Array.from({ length: 20 }, () =>
    newJob(owner, { credits: 1, idempotencyKey: randomKey() }),
  );

  const created = await Promise.all(jobs.map(async (job) => accept(job)));

  expect(new Set(created.map(({ jobId }) => jobId)).size).toBe(20);
  expect(await countCommits(owner.organizationId)).toBe(2);
  const balance = await findCreditBalance(em(), owner.organizationId);
  expect(balance).toEqual({ available: 80, held: 20 });
});

test("a repeated key in the queue is one job, and its use for another request is refused alone", async () => {
  const owner = await createOrganization(database.orm, { credits: 100 });
  const accept = createAcceptQueue(database.orm);
  const idempotencyKey = randomKey();
  const job = newJob(owner, { credits: 1, idempotencyKey });
  const other = newJob(owner, {
    credits: 1,
    idempotencyKey,
    request: { ...job.request, prompt: "a blue fox" },
  });
  const fresh = () => newJob(owner, { credits: 1, idempotencyKey: randomKey() });

  const results = await Promise.allSettled(
    [fresh(), job, fresh(), job, fresh(), other, fresh()].map(async (each) => accept(each)),
  );

  expect(results).toMatchObject([
    { value: { replayed: false } },
    { value: { replayed: false } },
    { value: { replayed: false } },
    { value: { replayed: true } },
    { value: { replayed: false } },
    { reason: { code: "idempotency_mismatch" } },
    { value: { replayed: false } },
  ]);
  expect(results[3]).toMatchObject({ value: { jobId: idOf(results[1]) } });
  const balance = await findCreditBalance(em(), owner.organizationId);
  expect(balance).toEqual({ available: 95, held: 5 });
});

test("when the balance covers only some of a batch, each request gets its own result, and a retry of its key the same job", async () => {
  const owner = await createOrganization(database.orm, { credits: 5 });
  const accept = createAcceptQueue(database.orm);
  const jobs = Array.from({ length: 8 }, () =>
    newJob(owner, { credits: 1, idempotencyKey: randomKey() }),
  );

  const results = await Promise.allSettled(jobs.map(async (job) => accept(job)));
  const again = await Promise.allSettled(jobs.map(async (job) => accept(job)));

  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  for (const result of results) {
    if (result.status === "rejected") {
      expect(result.reason).toMatchObject({ code: "insufficient_credits" });
    }
  }
  expect(again.map(idOf)).toEqual(results.map(idOf));
});

test("queues of two processes with the same keys in different orders make each job once", async () => {
  const owner = await createOrganization(database.orm, { credits: 100 });
  const queues = [createAcceptQueue(database.orm), createAcceptQueue(database.orm)];
  const jobs = Array.from({ length: 30 }, () =>
    newJob(owner, { credits: 1, idempotencyKey: randomKey() }),
  );

  const [first, second] = await Promise.all(
    queues.map(async (accept, index) => {
      const ordered = index === 0 ? jobs : jobs.toReversed();
      return Promise.all(ordered.map(async (job) => accept(job)));
    }),
  );

  expect(second?.map(({ jobId }) => jobId).toReversed()).toEqual(first?.map(({ jobId }) => jobId));
  const balance = await findCreditBalance(em(), owner.organizationId);
  expect(balance).toEqual({ available: 70, held: 30 });
});

test("lookups of keys that arrive together find their own receipts only", async () => {
  const owner = await createOrganization(database.orm, { credits: 100 });
  const other = await createOrganization(database.orm, { credits: 100 });
  const accept = createAcceptQueue(database.orm);
  const find = createReplayReader(database.orm);
  const known = newJob(owner, { idempotencyKey: randomKey() });
  const { jobId } = await accept(known);
  const lookUp = async ({ organizationId }: { organizationId: string }, job = known) =>
    find({ organizationId, ...job.idempotency! });

  const found = await Promise.all([
    lookUp(owner, newJob(owner, { idempotencyKey: randomKey() })),
    lookUp(owner),
    lookUp(other),
    lookUp(owner, newJob(owner, { idempotencyKey: randomKey() })),
    lookUp(owner),
  ]);

  expect(found).toEqual([null, jobId, null, null, jobId]);
});

function idOf(result: PromiseSettledResult<{ jobId: string }> | undefined): string | null {
  return result?.status === "fulfilled" ? result.value.jobId : null;
}
