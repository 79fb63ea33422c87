import type { PlanSlug } from "#domain/billing/plans.ts";
import type { RunFacts } from "#domain/jobs/generation-run.ts";
import { runFactsOf } from "#domain/jobs/run-attributes.ts";

import { currentTrace } from "./current-trace.ts";
import { OutboxMessage, type OutboxKind } from "./entities/job.ts";
import { isBackground } from "./jobs/background.ts";
import type { EntityManager } from "./orm.ts";

export interface ClaimedMessage {
  readonly id: string;
  readonly kind: OutboxKind;
  /** Id of the job, run, email, webhook event, delivery or provider event. */
  readonly subjectId: string;
  readonly attempts: number;
  readonly createdAt: Date;
  /** Organization that the message is dispatched for; null when it belongs to none. */
  readonly organization: { readonly id: string; readonly plan: PlanSlug } | null;
  /** The subject is a job of a batch or of a pipeline's run, for which single jobs need not wait. */
  readonly isBackground: boolean;
  /** Present for a job whose model and price are known. */
  readonly facts: RunFacts | null;
  /** `traceparent` that the dispatch continues; null without a trace. */
  readonly trace: string | null;
}

/** Adds a message in the transaction of `em`; the relay dispatches it after the commit. */
export async function addToOutbox(
  em: EntityManager,
  message: { kind: OutboxKind; subjectId: string; organizationId: string | null },
): Promise<void> {
  await em.insert(OutboxMessage, { ...message, trace: currentTrace() });
}

/** Seconds after which a claim expires, because its owner must have died. */
export const claimSeconds = 12;

/** Candidates per claimed message; other relays may lock some of the candidates concurrently. */
const candidatesPerMessage = 4;

/** Messages considered by a claim after an id, oldest first. */
const recentMax = 1_000;

/**
 * Selects up to a share of due messages per organization, by one index lookup per organization, independent
 * of queue lengths. Deleted messages stay in the index while an older transaction is open, such as a
 * backup's: then the cost grows with the number of messages dispatched since.
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

/** Selects messages after an id, which skips index entries of deleted messages before it. */
const recentCandidates = `
  with ranked as (
    select id, available_at,
      row_number() over (partition by organization_id order by available_at, id) as place
    from (select id, organization_id, available_at from outbox
      where id > ? order by id limit ${recentMax}) recent
    where available_at <= now())`;

/**
 * Returns an id for the `after` of `claimOutbox`: the newest id minus a margin, because an id is assigned
 * before its transaction commits.
 */
export async function findOutboxPosition(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ position: string }[]>(
    `select (last_value - ${recentMax / 2})::text as position from outbox_id_seq`,
  );
  if (row === undefined) throw new Error("expected the position of a sequence");
  return row.position;
}

/**
 * Claims due messages round-robin: the oldest of each organization, then the second of each, and so on. An
 * organization that queues a thousand messages therefore delays others by at most one. Replicas never claim
 * the same message concurrently. A claim whose owner dies becomes due again, which is harmless because
 * starting the same workflow twice starts it once. With `after`, considers only messages with larger ids; the
 * cost is then independent of the number of dispatched messages.
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
      is_background: boolean | null;
      provider_slug: string | null;
      model_id: string | null;
      content_type: string | null;
      credits: number | null;
      trace: string | null;
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
       returning id, kind, subject_id, attempts, created_at, organization_id, trace)
     select c.id, c.kind, c.subject_id, c.attempts, c.created_at, c.trace, o.id as organization_id, o.plan,
       j.is_background, j.provider_slug, j.model_id, j.content_type, j.credits
     from claimed c left join organizations o on o.id = c.organization_id
     left join lateral (
       select ${isBackground} as is_background, provider_slug, model_id, content_type, credits
       from jobs where id = c.subject_id) j on true
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
    isBackground: row.is_background ?? false,
    facts: runFactsOf({
      providerSlug: row.provider_slug,
      modelId: row.model_id,
      contentType: row.content_type,
      credits: row.credits,
    }),
    trace: row.trace,
  }));
}

export async function finishOutbox(em: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await em.nativeDelete(OutboxMessage, { id: { $in: [...ids] } });
}

/** Reschedules a failed message with exponential backoff, at most one minute. */
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

/** Returns the number of waiting messages and the age of the oldest, for the alert on a stalled relay. */
export async function findOutboxBacklog(
  em: EntityManager,
): Promise<{ waiting: number; oldestSeconds: number }> {
  const rows = await em.execute<{ waiting: number; oldest: number | null }[]>(
    `select count(*)::int as waiting, extract(epoch from now() - min(created_at))::float8 as oldest from outbox`,
  );
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: Math.max(0, rows[0]?.oldest ?? 0) };
}
