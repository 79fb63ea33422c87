import { OutboxMessage } from "./entities/job.ts";
import type { EntityManager } from "./orm.ts";

export interface ClaimedMessage {
  readonly id: string;
  readonly jobId: string;
  readonly kind: "start" | "cancel";
  readonly attempts: number;
  readonly organizationId: string;
  readonly plan: string;
  readonly createdAt: Date;
}

/** A claim is given up after this long; whoever took it has then died. */
const claimSeconds = 12;

/**
 * Claims due messages, oldest first. Replicas never claim the same one at once; a claim whose owner
 * dies becomes due again, which is harmless because starting a workflow twice starts it once.
 */
export async function claimOutbox(em: EntityManager, limit: number): Promise<ClaimedMessage[]> {
  const rows = await em.execute<
    {
      id: string;
      job_id: string;
      kind: "start" | "cancel";
      attempts: number;
      organization_id: string;
      plan: string;
      created_at: Date | string;
    }[]
  >(
    `with due as (
       select id from outbox where available_at <= now() order by available_at, id
       limit ? for update skip locked),
     claimed as (
       update outbox set available_at = now() + make_interval(secs => ${claimSeconds}), attempts = attempts + 1
       where id in (select id from due) returning id, job_id, kind, attempts, created_at)
     select c.id, c.job_id, c.kind, c.attempts, c.created_at, j.organization_id, o.plan
     from claimed c join jobs j on j.id = c.job_id join organizations o on o.id = j.organization_id
     order by c.id`,
    [limit],
  );
  return rows.map((row) => ({
    id: row.id,
    jobId: row.job_id,
    kind: row.kind,
    attempts: row.attempts,
    organizationId: row.organization_id,
    plan: row.plan,
    createdAt: new Date(row.created_at),
  }));
}

export async function finishOutbox(em: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await em.nativeDelete(OutboxMessage, { id: { $in: [...ids] } });
}

/** Puts a message back after a failure, later each time, at most a minute. */
export async function retryOutbox(
  em: EntityManager,
  { id, attempts, error }: { id: string; attempts: number; error: string },
): Promise<void> {
  const seconds = Math.min(60, 2 ** Math.min(attempts, 6));
  await em.execute(
    `update outbox set available_at = now() + make_interval(secs => ?), last_error = ? where id = ?`,
    [seconds, error.slice(0, 500), id],
  );
}

/** How many messages wait, and since when the oldest does: the alarm of a silent stall. */
export async function findOutboxBacklog(
  em: EntityManager,
): Promise<{ waiting: number; oldestSeconds: number }> {
  const rows = await em.execute<{ waiting: number; oldest: number | null }[]>(
    `select count(*)::int as waiting, extract(epoch from now() - min(created_at))::float8 as oldest from outbox`,
  );
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: Math.max(0, rows[0]?.oldest ?? 0) };
}
