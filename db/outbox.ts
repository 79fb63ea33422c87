import type { PlanSlug } from "#domain/billing/plans.ts";

import { OutboxMessage, type OutboxKind } from "./entities/job.ts";
import type { EntityManager } from "./orm.ts";

export interface ClaimedMessage {
  readonly id: string;
  readonly kind: OutboxKind;
  /** What it is about: a job, a mail. */
  readonly subjectId: string;
  readonly attempts: number;
  readonly createdAt: Date;
  /** For whom it is done; null for what belongs to no organization. */
  readonly organization: { readonly id: string; readonly plan: PlanSlug } | null;
}

/** Writes a message in the transaction that `em` is in: it is carried when that commits. */
export async function addToOutbox(
  em: EntityManager,
  message: { kind: OutboxKind; subjectId: string; organizationId: string | null },
): Promise<void> {
  await em.insert(OutboxMessage, message);
}

/** A claim is given up after this long; whoever took it has then died. */
export const claimSeconds = 12;

/** Messages that a claim looks at for each one that it takes: what another relay takes is left over. */
const candidatesPerMessage = 4;

/** Messages that a claim after an id looks at, the oldest of them first. */
const recentMax = 1_000;

/**
 * Of each organization as many as it may get, found by one step in the index for each, however much each of
 * them has queued. Deleted messages stay in the index while an older transaction is open, such as a
 * backup's: then this takes longer the more messages have passed since.
 */
const allCandidates = `
  with recursive first as (
    (select coalesce(organization_id, '') as turn, available_at from outbox order by 1, 2 limit 1)
    union all
    select o.* from first f cross join lateral (
      select coalesce(organization_id, '') as turn, available_at from outbox
      where coalesce(organization_id, '') > f.turn order by 1, 2 limit 1) o),
  waiting as (select turn from first where available_at <= now()),
  each as (
    select case when count(*) < ? then greatest(?, ? / greatest(count(*), 1)) else 1 end as share
    from waiting),
  ranked as (
    select o.id, o.available_at,
      row_number() over (partition by w.turn order by o.available_at, o.id) as place
    from waiting w cross join lateral (
      select id, available_at from outbox
      where coalesce(organization_id, '') = w.turn and available_at <= now()
      order by available_at, id limit (select share from each)) o)`;

/** Those after an id: what was deleted before it is not even passed over. */
const recentCandidates = `
  with ranked as (
    select id, available_at,
      row_number() over (partition by organization_id order by available_at, id) as place
    from (select id, organization_id, available_at from outbox
      where id > ? order by id limit ${recentMax}) recent
    where available_at <= now())`;

/**
 * Id of the newest message that was written so far, for `claimOutbox`. It goes back a little, because an
 * id is taken before its transaction commits.
 */
export async function findOutboxPosition(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ position: string }[]>(
    `select (last_value - ${recentMax / 2})::text as position from outbox_id_seq`,
  );
  if (row === undefined) throw new Error("expected the position of a sequence");
  return row.position;
}

/**
 * Claims due messages: the oldest of each organization, then the second of each, and so on, so that
 * whoever queues a thousand delays nobody else by more than one. Replicas never claim the same one at
 * once; a claim whose owner dies becomes due again, which is harmless because starting a workflow
 * twice starts it once. With `after`, it looks at messages with larger ids only, which costs the same
 * however many messages have passed.
 */
export async function claimOutbox(
  em: EntityManager,
  limit: number,
  after?: string,
): Promise<ClaimedMessage[]> {
  const candidates = limit * candidatesPerMessage;
  const rows = await em.execute<
    {
      id: string;
      kind: OutboxKind;
      subject_id: string;
      attempts: number;
      created_at: Date | string;
      organization_id: string | null;
      plan: PlanSlug | null;
    }[]
  >(
    `${after === undefined ? allCandidates : recentCandidates},
     candidates as (
       select id, place, available_at from ranked order by place, available_at, id limit ?),
     due as (
       select o.id from outbox o join candidates c using (id)
       where o.available_at <= now() order by c.place, c.available_at, c.id
       limit ? for update of o skip locked),
     claimed as (
       update outbox set available_at = now() + make_interval(secs => ${claimSeconds}), attempts = attempts + 1
       where id in (select id from due)
       returning id, kind, subject_id, attempts, created_at, organization_id)
     select c.id, c.kind, c.subject_id, c.attempts, c.created_at, o.id as organization_id, o.plan
     from claimed c left join organizations o on o.id = c.organization_id
     order by c.id`,
    [...(after === undefined ? [candidates, limit, candidates] : [after]), candidates, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    attempts: row.attempts,
    createdAt: new Date(row.created_at),
    organization:
      row.organization_id === null || row.plan === null
        ? null
        : { id: row.organization_id, plan: row.plan },
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
