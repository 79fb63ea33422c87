import { createJob, createJobs, type CreatedJob, isRefusal, type NewJob } from "#db/jobs/jobs.ts";
import type { MikroORM } from "#db/orm.ts";

export type AcceptQueue = (job: NewJob) => Promise<CreatedJob>;

/** Bounds one commit, and so how long a newcomer waits for the one before. */
const batchMax = 64;

interface Waiting {
  readonly job: NewJob;
  readonly settle: PromiseWithResolvers<CreatedJob>;
}

/**
 * Accepts jobs of one organization together while the commit before is under way. They would queue
 * at the organization's balance anyway, each for a whole write to disk; together they wait for one.
 * A batch that is
 * refused for one of them, such as one that the balance cannot carry, is accepted job by job, so that each caller gets the answer of its own.
 */
export function createAcceptQueue(orm: MikroORM): AcceptQueue {
  const queues = new Map<string, Waiting[]>();

  async function drain(organizationId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) await accept(orm, takeBatch(queue));
    queues.delete(organizationId);
  }

  return async (job) => {
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

/** A job with an idempotency key goes alone: its twin may be the next in the queue. */
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
      // Only a refusal of the whole batch is certain to have left nothing: anything else may have been
      // committed, and a second try would make every job twice.
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
