import { currentTrace } from "#db/current-trace.ts";
import { createJob, createJobs, isRefusal, type NewJob } from "#db/jobs/jobs.ts";
import { type CreatedJob, findReplayedJob, nameOfKey } from "#db/jobs/replays.ts";
import type { MikroORM } from "#db/orm.ts";
import { batchByKey } from "#runtime/batches.ts";

export type AcceptQueue = (job: NewJob) => Promise<CreatedJob>;

type Result = PromiseSettledResult<CreatedJob>;

/** Maximum of jobs per commit; bounds how long the next job waits for the commit before it. */
const batchMax = 64;

/**
 * Batches the jobs of one organization that arrive while its previous commit is in progress. They would
 * otherwise queue for the lock on the organization's balance, each for its own write to disk. If a batch is
 * refused, for example because the balance covers only some of its jobs, each job is accepted alone, so that
 * each caller gets its own result.
 */
export function createAcceptQueue(orm: MikroORM): AcceptQueue {
  const add = batchByKey(async (_organizationId, jobs: readonly NewJob[]) => accept(orm, jobs), {
    max: batchMax,
    distinctBy: ({ idempotency }) => (idempotency === null ? null : nameOfKey(idempotency)),
  });
  return async (given) => {
    // A commit may be made within the request of another job.
    const job = { ...given, trace: currentTrace() };
    const result = await add(job.organizationId, job);
    if (result.status === "rejected") throw result.reason;
    return result.value;
  };
}

async function accept(orm: MikroORM, jobs: readonly NewJob[]): Promise<Result[]> {
  if (jobs.length === 1) return acceptEach(orm, jobs);
  try {
    const created = await createJobs(orm.em.fork(), jobs);
    return await Promise.allSettled(
      jobs.map(async (job, index) => created[index] ?? findReplayedJob(orm.em.fork(), job)),
    );
  } catch (error) {
    // Only a refusal is certain to have rolled the batch back. Any other error may have followed a commit,
    // and a retry would create every job twice.
    if (!isRefusal(error)) throw error;
    return acceptEach(orm, jobs);
  }
}

async function acceptEach(orm: MikroORM, jobs: readonly NewJob[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const job of jobs) {
    results.push(...(await Promise.allSettled([createJob(orm.em.fork(), job)])));
  }
  return results;
}
