import { LockMode } from "@mikro-orm/core";

import { isShortage } from "#db/billing/credits.ts";
import { Batch } from "#db/entities/batch.ts";
import { Job } from "#db/entities/job.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";
import { batchStatusOf } from "#domain/jobs/batch.ts";
import type { JobChoice } from "#domain/routing/job-choice.ts";

import { addJobs, type NewJob } from "./jobs.ts";
import { stopJobs } from "./stop-jobs.ts";

export type ItemOfBatch = Pick<NewJob, "request" | "contentType" | "capability" | "metadata"> & {
  readonly choice: JobChoice;
  readonly itemId: string | null;
};

export interface NewBatch extends Pick<NewJob, "organizationId" | "accountId" | "apiKeyId"> {
  readonly name: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly budget: number | null;
  readonly webhookUrl: string | null;
  readonly items: readonly ItemOfBatch[];
}

/**
 * Accepts all items as jobs with their holds in one commit, or none. Throws one of `shortageCodes` when the
 * items cannot be held together, and `asset_expired` when an asset is no longer kept.
 */
export async function createBatch(em: EntityManager, batch: NewBatch): Promise<Batch> {
  const { items, ...given } = batch;
  const { organizationId, accountId, apiKeyId } = given;
  const credits = creditsOfItems(items);
  return withSum(credits, async () =>
    em.transactional(async (tx) => {
      const id = createId("batch");
      await tx.insert(Batch, {
        ...given,
        id,
        items: items.length,
        queued: items.length,
        estimatedCredits: credits,
        heldCredits: credits,
      });
      const jobs = items.map(({ itemId, ...item }, index): NewJob => ({
        ...item,
        organizationId,
        accountId,
        apiKeyId,
        source: "batch",
        batch: { id, index, itemId },
        idempotency: null,
      }));
      await addJobs(tx, jobs);
      return tx.findOneOrFail(Batch, id);
    }),
  );
}

/** Adds the total price of the items to a shortage error. */
async function withSum<T>(credits: number, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof AppError) || !isShortage(error)) throw error;
    const { code, details, cause } = error;
    const message = `${errorCatalog[code].message} The items cost ${credits} credits together.`;
    throw new AppError(code, { message, details: { ...details, credits }, cause });
  }
}

/** Total price of all items, in credits. */
export function creditsOfItems(items: readonly Pick<ItemOfBatch, "choice">[]): number {
  return items.reduce((sum, { choice }) => sum + choice.credits, 0);
}

interface OwnedBatch {
  readonly batchId: string;
  readonly organizationId: string;
}

/** Throws `batch_not_found`, or `outside_organization` when the batch belongs to another organization. */
export async function findBatch(
  em: EntityManager,
  { batchId, organizationId }: OwnedBatch,
  { lockMode = LockMode.NONE }: { lockMode?: LockMode } = {},
): Promise<Batch> {
  const batch = await em.findOne(Batch, batchId, { lockMode, refresh: true });
  if (batch === null) throw new AppError("batch_not_found", { details: { batchId } });
  if (batch.organizationId !== organizationId) throw new AppError("outside_organization");
  return batch;
}

/** Lists batches, newest first. `beforeId` is the last id of the previous page; ids sort by creation time. */
export async function listBatches(
  em: EntityManager,
  {
    organizationId,
    limit,
    beforeId,
  }: { organizationId: string; limit: number; beforeId?: string | undefined },
): Promise<Batch[]> {
  return em.find(
    Batch,
    { organizationId, ...(beforeId === undefined ? {} : { id: { $lt: beforeId } }) },
    { orderBy: { id: "desc" }, limit },
  );
}

/** Lists those of the batches that belong to one of the organizations. */
export async function listBatchesOf(
  em: EntityManager,
  { organizationIds, ids }: { organizationIds: readonly string[]; ids: readonly string[] },
): Promise<Batch[]> {
  if (ids.length === 0) return [];
  return em.find(Batch, { id: { $in: [...ids] }, organizationId: { $in: [...organizationIds] } });
}

/** Lists the jobs of a batch in item order, including deleted jobs. */
export async function listBatchJobs(
  em: EntityManager,
  {
    batchId,
    organizationId,
    afterIndex,
    limit,
  }: OwnedBatch & { afterIndex: number; limit: number },
): Promise<Job[]> {
  return em.find(
    Job,
    { batchId, organizationId, batchIndex: { $gt: afterIndex } },
    { orderBy: { batchIndex: "asc" }, limit },
  );
}

/**
 * Requests cancellation of every unfinished item in one commit, with the semantics of `requestCancel`.
 * Repeated calls change nothing. Throws `batch_already_final` for a batch that ended in another way.
 */
export async function cancelBatch(em: EntityManager, owned: OwnedBatch): Promise<void> {
  const { batchId } = owned;
  await em.transactional(async (tx) => {
    await findBatch(tx, owned);
    // Locks jobs, then the balance, then the batch: the same order as a job that ends.
    await tx.execute(
      `select 1 from jobs where batch_id = ? and finished_at is null order by id for update`,
      [batchId],
    );
    await stopJobs(tx, { batchId });
    const batch = await findBatch(tx, owned, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (batch.cancelRequestedAt) return;
    if (batch.finishedAt) {
      throw new AppError("batch_already_final", { details: { status: batchStatusOf(batch) } });
    }
    batch.cancelRequestedAt = new Date();
  });
}

/** Counts unfinished batches; a partial index keeps the cost independent of the table's size. */
export async function countOpenBatches(em: EntityManager): Promise<number> {
  return em.count(Batch, { finishedAt: null });
}
