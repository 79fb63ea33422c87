import type { Model } from "#db/entities/catalog.ts";
import type { ProviderSubmission } from "#db/entities/job.ts";
import type { EntityManager } from "#db/orm.ts";
import { deadlineSecondsOf } from "#domain/jobs/time-limits.ts";

/**
 * Returns the seconds since the provider accepted a submission, and whether its model's deadline has passed.
 * Uses the database's clock, because a worker's clock may be wrong.
 */
export async function checkDeadline(
  em: EntityManager,
  { id }: Pick<ProviderSubmission, "id">,
  { typicalSeconds }: Pick<Model, "typicalSeconds">,
): Promise<{ elapsedSeconds: number; isOverdue: boolean }> {
  const [row] = await em.execute<{ seconds: number | null }[]>(
    `select extract(epoch from now() - accepted_at)::float8 as seconds
     from provider_submissions where id = ?`,
    [id],
  );
  const elapsedSeconds = row?.seconds ?? 0;
  return { elapsedSeconds, isOverdue: elapsedSeconds > deadlineSecondsOf(typicalSeconds) };
}

/**
 * Records that an overdue submission was polled without success. Returns the seconds since the first such
 * poll. The grace period starts there and not at the deadline: after an outage of the platform the first poll
 * must not be the last one.
 */
export async function noteOverdue(
  em: EntityManager,
  { id }: Pick<ProviderSubmission, "id">,
): Promise<number> {
  const [row] = await em.execute<{ seconds: number }[]>(
    `update provider_submissions set overdue_since = coalesce(overdue_since, now()) where id = ?
     returning extract(epoch from now() - overdue_since)::float8 as seconds`,
    [id],
  );
  return row?.seconds ?? 0;
}
