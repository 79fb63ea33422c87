import type { EntityManager } from "#db/orm.ts";
import { plans, type PlanSlug } from "#domain/billing/plans.ts";
import {
  grantSeconds,
  type ProviderQueue,
  type SharedSlots,
  shareSlots,
  type Waiter,
} from "#domain/providers/fair-queue.ts";

import {
  listAwaitedOrganizationKeys,
  listNextOfOrganizationKey,
  lockOrganizationKeyQueue,
} from "./organization-key-slots.ts";
import type { FindPlatformKeys } from "./platform-keys.ts";

/** A run that was granted a slot and must be signaled. */
export interface GrantedRun {
  readonly jobId: string;
  /** Number of the job's current run. */
  readonly resumes: number;
}

/**
 * Limit per grant at a provider without a limit, for submissions that queued before its limit was removed.
 */
const grantsMax = 100;

interface Granted extends GrantedRun {
  readonly submissionId: string;
}

/**
 * Submissions that compete for the same slots: all that use the platform keys, or those of one
 * organization-provided key.
 */
interface SlotLine {
  readonly providerSlug: string;
  /** Null for the platform keys. */
  readonly providerKeyId: string | null;
}

/**
 * Requests a slot for a prepared submission. Grants one immediately when one is free and no earlier
 * submission is entitled to it; otherwise the submission waits in the fair queue. `takeSubmission` must use a
 * granted slot within `grantSeconds`. Repeated requests keep the place in the queue. `others` are runs that
 * were granted slots by the same call. `fingerprints` are those of the platform keys.
 */
export async function askForSlot(
  em: EntityManager,
  {
    submissionId,
    fingerprints,
    ...line
  }: SlotLine & { submissionId: string; fingerprints: readonly string[] },
): Promise<{ hasSlot: boolean; others: GrantedRun[] }> {
  const { hasSlot, granted } = await em.transactional(async (tx) =>
    grantSlots(tx, { ...line, fingerprints, submissionId }),
  );
  return {
    hasSlot: hasSlot || granted.some((run) => run.submissionId === submissionId),
    others: granted.filter((run) => run.submissionId !== submissionId),
  };
}

/** Grants free slots to the next submissions of each queue. The caller must signal the returned runs. */
export async function passSlots(
  em: EntityManager,
  providerSlug: string,
  platformKeys: FindPlatformKeys,
): Promise<GrantedRun[]> {
  const granted: GrantedRun[] = [];
  const { setting, lines } = await listAwaitedLines(em, providerSlug);
  const fingerprints = platformKeys(setting);
  for (const providerKeyId of lines) {
    const queue = { providerSlug, providerKeyId, fingerprints, submissionId: null };
    const grants = await em.transactional(async (tx) => grantSlots(tx, queue));
    granted.push(...grants.granted);
  }
  return granted;
}

/** Lists providers whose slots submissions wait for. */
export async function listAwaitedProviders(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ slug: string }[]>(
    // Two subqueries, because each kind of queue has its own index.
    `select slug from providers p
     where exists (select 1 from provider_submissions s where s.provider_slug = p.slug
         and s.waiting_since is not null and s.state = 'prepared' and s.provider_key_id is null)
       or exists (select 1 from provider_submissions s where s.provider_slug = p.slug
         and s.waiting_since is not null and s.state = 'prepared' and s.provider_key_id is not null)`,
  );
  return rows.map(({ slug }) => slug);
}

/** Lists the queues of a provider that have waiting submissions, and finds the setting of its platform keys. */
async function listAwaitedLines(
  em: EntityManager,
  providerSlug: string,
): Promise<{ setting: string; lines: SlotLine["providerKeyId"][] }> {
  const [provider] = await em.execute<{ setting: string; is_awaited: boolean }[]>(
    `select setting, exists (
       select 1 from provider_submissions s
       where s.provider_slug = p.slug and s.waiting_since is not null and s.state = 'prepared'
         and s.provider_key_id is null) as is_awaited
     from providers p where slug = ?`,
    [providerSlug],
  );
  const own = await listAwaitedOrganizationKeys(em, providerSlug);
  return {
    setting: provider?.setting ?? "",
    lines: provider?.is_awaited === true ? [null, ...own] : own,
  };
}

interface EnteredQueue extends SlotLine {
  readonly fingerprints: readonly string[];
  /** Submission that joins the queue before slots are granted. */
  readonly submissionId: string | null;
}

interface Grants {
  /** True when the joining submission has had a slot, or is no longer prepared and needs none. Then nothing is granted. */
  readonly hasSlot: boolean;
  readonly granted: readonly Granted[];
}

async function grantSlots(tx: EntityManager, queue: EnteredQueue): Promise<Grants> {
  return queue.providerKeyId === null
    ? grantPlatformSlots(tx, queue)
    : grantOrganizationSlots(tx, { ...queue, providerKeyId: queue.providerKeyId });
}

async function grantOrganizationSlots(
  tx: EntityManager,
  { providerKeyId, submissionId }: EnteredQueue & { readonly providerKeyId: string },
): Promise<Grants> {
  const line = await lockOrganizationKeyQueue(tx, providerKeyId);
  if (submissionId !== null) {
    const joined = await tx.execute<{ has_slot: boolean | null }[]>(
      `select join_slot_queue(?) as has_slot`,
      [submissionId],
    );
    if (joined[0]?.has_slot !== false) return { hasSlot: true, granted: [] };
  }
  const next = await listNextOfOrganizationKey(tx, line, grantsMax);
  return { hasSlot: false, granted: await giveSlots(tx, next) };
}

/** Result of `enter_slot_queue` (`db/sql/providers.sql`). */
type SlotQueue =
  | { readonly hasSlot: true }
  | (Omit<ProviderQueue, "organizations"> & {
      readonly hasSlot: false;
      /** Slots that each organization holds, by its id. */
      readonly holders: Readonly<Record<string, number>>;
      readonly waiting: readonly {
        readonly id: string;
        readonly plan: PlanSlug;
        readonly virtualEnd: number | null;
        readonly waiters: readonly Waiter[];
      }[];
    });

async function grantPlatformSlots(
  tx: EntityManager,
  { providerSlug, fingerprints, submissionId }: EnteredQueue,
): Promise<Grants> {
  const [row] = await tx.execute<{ queue: SlotQueue }[]>(
    `select enter_slot_queue(?, string_to_array(?, ','), ?, ?) as queue`,
    [providerSlug, fingerprints.join(","), submissionId, grantsMax],
  );
  if (row === undefined) throw new Error("a function returns one row");
  if (row.queue.hasSlot) return { hasSlot: true, granted: [] };
  const { holders, waiting, ...queue } = row.queue;
  const organizations = waiting.map(({ plan, ...organization }) => ({
    ...organization,
    weight: plans[plan].weight,
    holds: holders[organization.id] ?? 0,
  }));
  const shared = shareSlots({ ...queue, organizations });
  return {
    hasSlot: false,
    granted: await giveSlots(tx, shared.granted, { providerSlug, shared }),
  };
}

/** Gives slots to submissions of a queue that this transaction has locked, and stores the queue's new virtual times. */
async function giveSlots(
  tx: EntityManager,
  submissionIds: readonly string[],
  moved?: { readonly providerSlug: string; readonly shared: SharedSlots },
): Promise<Granted[]> {
  if (submissionIds.length === 0) return [];
  const ids = submissionIds.map(() => "?").join(", ");
  const times = moved === undefined ? [] : toTimes(moved);
  // Skips locked rows, which are about to end; their slots are granted by the next call.
  const rows = await tx.execute<{ id: string; job_id: string; resumes: number }[]>(
    `${moved === undefined ? "" : saveTimes}
     update provider_submissions s
     set slot_until = now() + make_interval(secs => ${grantSeconds})
     from jobs j
     where j.id = s.job_id and s.id in (
       select id from provider_submissions where id in (${ids}) and state = 'prepared'
       for update skip locked)
     returning s.id, s.job_id, j.resumes`,
    [...times, ...submissionIds],
  );
  return rows.map(({ id, job_id: jobId, resumes }) => ({ submissionId: id, jobId, resumes }));
}

/** An end in the past is equivalent to none. */
const saveTimes = `
  with moved as (update provider_clocks set clock = ? where provider_slug = ?),
  forgotten as (
    delete from provider_turns
    where provider_slug = ? and ends_at <= ? and not jsonb_exists(?::jsonb, organization_id)),
  ended as (
    insert into provider_turns (provider_slug, organization_id, ends_at)
    select ?, key, value::float8 from jsonb_each_text(?::jsonb)
    on conflict (provider_slug, organization_id) do update set ends_at = excluded.ends_at)`;

function toTimes({
  providerSlug,
  shared: { clock, virtualEnds },
}: {
  readonly providerSlug: string;
  readonly shared: SharedSlots;
}): readonly unknown[] {
  const ends = JSON.stringify(Object.fromEntries(virtualEnds));
  return [clock, providerSlug, providerSlug, clock, ends, providerSlug, ends];
}

export interface SlotGauges {
  readonly provider: string;
  /** Null for unlimited. */
  readonly limit: number | null;
  readonly inUse: number;
  readonly waiting: number;
  /** Seconds for which the oldest submission has waited. */
  readonly oldestSeconds: number;
}

/** Measures the platform-key slots of each callable provider for the metrics. */
export async function measureSlots(
  em: EntityManager,
  platformKeys: FindPlatformKeys,
): Promise<SlotGauges[]> {
  const rows = await em.execute<(SlotGauges & { setting: string })[]>(
    `select p.slug as provider, p.setting, coalesce(p.concurrency_limit, p.concurrency_known) as limit,
       (select count(*)::int from provider_submissions s
        where s.provider_slug = p.slug and s.slot_until > now() and s.finished_at is null
          and s.provider_key_id is null) as "inUse",
       w.waiting, w.oldest as "oldestSeconds"
     from providers p cross join lateral (
       select count(*)::int as waiting,
         coalesce(extract(epoch from now() - min(s.waiting_since)), 0)::float8 as oldest
       from provider_submissions s
       where s.provider_slug = p.slug and s.waiting_since is not null and s.state = 'prepared'
         and s.provider_key_id is null
         and (s.slot_until is null or s.slot_until <= now())) w
     where p.integrated`,
  );
  return rows.map(({ setting, ...row }) => ({
    ...row,
    limit: row.limit === null ? null : row.limit * platformKeys(setting).length,
  }));
}
