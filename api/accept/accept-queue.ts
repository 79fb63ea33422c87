import { currentTrace } from "#db/current-trace.ts";
import { createJob, createJobs, type CreatedJob, isRefusal, type NewJob } from "#db/jobs/jobs.ts";
import type { MikroORM } from "#db/orm.ts";

export type AcceptQueue = (job: NewJob) => Promise<CreatedJob>;

/** Maximum of jobs per commit; bounds how long the next job waits for the commit before it. */
const batchMax = 64;

interface Waiting {
  readonly job: NewJob;
  readonly settle: PromiseWithResolvers<CreatedJob>;
}

/**
 * Batches the jobs of one organization that arrive while its previous commit is in progress. They would
 * otherwise queue for the lock on the organization's balance, each for its own write to disk. If a batch is
 * refused, for example because the balance covers only some of its jobs, each job is accepted alone, so that
 * each caller gets its own result.
 */
export function createAcceptQueue(orm: MikroORM): AcceptQueue {
  const queues = new Map<string, Waiting[]>();

  async function drain(organizationId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await accept(orm, takeBatch(queue));
    queues.delete(organizationId);
  }

  return async (given) => {
    // A commit may be made within the request of another job.
    const job = { ...given, trace: currentTrace() };
    const settle = Promise.withResolvers<CreatedJob>();
    const queue = queues.get(job.organizationId);
    if (queue === undefined) {
      const started = [{ job, settle }];
      queues.set(job.organizationId, started);
      void drain(job.organizationId, started);
    } else {
      queue.push({ job, settle });
    }
    return settle.promise;
  };
}

/** Takes a job with an idempotency key alone: the next job in the queue may carry the same key. */
function takeBatch(queue: Waiting[]): Waiting[] {
  const keyed = queue.findIndex(({ job }) => job.idempotency !== null);
  return queue.splice(0, Math.min(batchMax, keyed === -1 ? queue.length : Math.max(keyed, 1)));
}

async function accept(orm: MikroORM, batch: Waiting[]): Promise<void> {
  if (batch.length > 1) {
    try {
      const created = await createJobs(
        orm.em.fork(),
        batch.map(({ job }) => job),
      );
      for (const [index, job] of created.entries()) batch[index]?.settle.resolve(job);
      return;
    } catch (error) {
      // Only a refusal is certain to have rolled the batch back. Any other error may have followed a commit,
      // and a retry would create every job twice.
      if (!isRefusal(error)) {
        for (const { settle } of batch) settle.reject(error);
        return;
      }
    }
  }
  for (const { job, settle } of batch) {
    await createJob(orm.em.fork(), job).then(settle.resolve, settle.reject);
  }
}
