import type { EntityManager } from "#db/orm.ts";

/** Jobs of an organization that have not ended. */
export interface OpenJobs {
  /** Jobs that wait for a worker or for a provider's slot. */
  readonly waiting: number;
  /** Jobs that a worker or a provider is processing. */
  readonly running: number;
  /** Acceptance of the oldest waiting job. */
  readonly waitingSince: Date | null;
}

/** Counts the open jobs of an organization in one index scan, because open jobs are few. */
export async function countOpenJobs(em: EntityManager, organizationId: string): Promise<OpenJobs> {
  const [row] = await em.execute<
    { waiting: number; running: number; since: Date | string | null }[]
  >(
    `select count(*) filter (where waits)::int as waiting, count(*) filter (where not waits)::int as running,
       min(created_at) filter (where waits) as since
     from (
       select created_at, status = 'queued' or coalesce(stage = 'waiting', false) as waits from jobs
       where organization_id = ? and status in ('queued', 'processing', 'canceling')) open`,
    [organizationId],
  );
  if (row === undefined) throw new Error("expected a count");
  const { waiting, running, since } = row;
  return { waiting, running, waitingSince: since === null ? null : new Date(since) };
}
