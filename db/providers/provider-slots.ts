import type { EntityManager } from "#db/orm.ts";
import { plans, type PlanSlug } from "#domain/billing/plans.ts";
import {
  grantSeconds,
  shareSlots,
  type WaitingOrganization,
} from "#domain/providers/fair-queue.ts";

import {
  listAwaitedOrganizationKeys,
  listNextOfOrganizationKey,
  lockOrganizationKeyQueue,
} from "./organization-key-slots.ts";
import { countAwake, type FindPlatformKeys } from "./platform-keys.ts";

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
 * were granted slots by the same call.
 */
export async function askForSlot(
  em: EntityManager,
  {
    submissionId,
    platformKeys,
    ...line
  }: SlotLine & { submissionId: string; platformKeys: FindPlatformKeys },
): Promise<{ hasSlot: boolean; others: GrantedRun[] }> {
  return em.transactional(async (tx) => {
    const grant = await lockLine(tx, line, platformKeys);
    const asking = await tx.execute<{ has_slot: boolean }[]>(
      `update provider_submissions
       set waiting_since = coalesce(waiting_since, now()),
         slot_until = case when slot_until > now() then slot_until end
       where id = ? and state = 'prepared' returning slot_until is not null as has_slot`,
      [submissionId],
    );
    // A submission that is no longer prepared needs no slot; `takeSubmission` detects this.
    if (asking[0]?.has_slot !== false) return { hasSlot: true, others: [] };
    const granted = await grant();
    return {
      hasSlot: granted.some((run) => run.submissionId === submissionId),
      others: granted.filter((run) => run.submissionId !== submissionId),
    };
  });
}

/** Grants free slots to the next submissions of each queue. The caller must signal the returned runs. */
export async function passSlots(
  em: EntityManager,
  providerSlug: string,
  platformKeys: FindPlatformKeys,
): Promise<GrantedRun[]> {
  const granted: GrantedRun[] = [];
  for (const providerKeyId of await listAwaitedLines(em, providerSlug)) {
    const line = { providerSlug, providerKeyId };
    const grant = async (tx: EntityManager) => (await lockLine(tx, line, platformKeys))();
    granted.push(...(await em.transactional(grant)));
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

/** Lists the queues of a provider that have waiting submissions. */
async function listAwaitedLines(
  em: EntityManager,
  providerSlug: string,
): Promise<SlotLine["providerKeyId"][]> {
  const ours = await em.execute<unknown[]>(
    `select 1 from provider_submissions
     where provider_slug = ? and waiting_since is not null and state = 'prepared'
       and provider_key_id is null limit 1`,
    [providerSlug],
  );
  const own = await listAwaitedOrganizationKeys(em, providerSlug);
  return ours.length > 0 ? [null, ...own] : own;
}

/** Locks a queue before any other lock of the transaction; returns the function that grants slots. */
async function lockLine(
  tx: EntityManager,
  { providerSlug, providerKeyId }: SlotLine,
  platformKeys: FindPlatformKeys,
): Promise<() => Promise<Granted[]>> {
  if (providerKeyId === null) {
    const slots = await lockSlots(tx, providerSlug, platformKeys);
    return async () => grantSlots(tx, slots);
  }
  const line = await lockOrganizationKeyQueue(tx, providerKeyId);
  return async () => giveSlots(tx, await listNextOfOrganizationKey(tx, line, grantsMax));
}

interface LockedSlots {
  readonly providerSlug: string;
  /** Limit per key times available platform keys; null for unlimited. */
  readonly limit: number | null;
  readonly clock: number;
  /** True when more than one organization is active. */
  readonly isShared: boolean;
}

async function lockSlots(
  tx: EntityManager,
  providerSlug: string,
  platformKeys: FindPlatformKeys,
): Promise<LockedSlots> {
  const rows = await tx.execute<
    { clock: number; limit: number | null; setting: string; is_shared: boolean }[]
  >(
    `insert into provider_clocks as c (provider_slug) values (?)
     on conflict (provider_slug) do update set clock = c.clock
     returning c.clock,
       (select coalesce(concurrency_limit, concurrency_known) from providers
        where slug = c.provider_slug) as limit,
       (select setting from providers where slug = c.provider_slug) as setting,
       (select count(*) > 1 from (
          select 1 from organizations where status = 'active' limit 2) o) as is_shared`,
    [providerSlug],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("a row was neither inserted nor updated");
  const { clock, setting, is_shared: isShared } = row;
  const fingerprints = platformKeys(setting);
  // A key in cool-down adds no slots, but at least one key always counts.
  const awake = Math.max(1, await countAwake(tx, { providerSlug, fingerprints }));
  return { providerSlug, limit: row.limit === null ? null : row.limit * awake, clock, isShared };
}

async function grantSlots(tx: EntityManager, slots: LockedSlots): Promise<Granted[]> {
  const { providerSlug, limit } = slots;
  const holders = await countHolders(tx, providerSlug);
  const inUse = [...holders.values()].reduce((sum, held) => sum + held, 0);
  const free = Math.min((limit ?? Infinity) - inUse, grantsMax);
  if (free <= 0) return [];
  const organizations = await listWaiting(tx, { providerSlug, holders, each: free });
  const shared = shareSlots({ ...slots, inUse, organizations });
  if (shared.granted.length === 0) return [];
  await saveVirtualEnds(tx, { providerSlug, ...shared });
  return giveSlots(tx, shared.granted);
}

async function giveSlots(tx: EntityManager, submissionIds: readonly string[]): Promise<Granted[]> {
  if (submissionIds.length === 0) return [];
  const ids = submissionIds.map(() => "?").join(", ");
  // Skips locked rows, which are about to end; their slots are granted by the next call.
  const rows = await tx.execute<{ id: string; job_id: string; resumes: number }[]>(
    `update provider_submissions s
     set slot_until = now() + make_interval(secs => ${grantSeconds})
     from jobs j
     where j.id = s.job_id and s.id in (
       select id from provider_submissions where id in (${ids}) and state = 'prepared'
       for update skip locked)
     returning s.id, s.job_id, j.resumes`,
    [...submissionIds],
  );
  return rows.map(({ id, job_id: jobId, resumes }) => ({ submissionId: id, jobId, resumes }));
}

/**
 * Counts the slots that each organization holds. Runs under the lock, so no other transaction grants slots
 * concurrently.
 */
async function countHolders(
  tx: EntityManager,
  providerSlug: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.execute<{ organization_id: string; held: number }[]>(
    `select organization_id, count(*)::int as held from provider_submissions
     where provider_slug = ? and slot_until > now() and finished_at is null and provider_key_id is null
     group by organization_id`,
    [providerSlug],
  );
  return new Map(rows.map(({ organization_id: id, held }) => [id, held]));
}

/**
 * Lists the first waiting submissions of each organization. One index lookup finds each organization and
 * another its first submissions, independent of its queue length. Submissions that let a slot lapse come
 * last, because their run may be gone.
 */
async function listWaiting(
  tx: EntityManager,
  {
    providerSlug,
    holders,
    each,
  }: { providerSlug: string; holders: ReadonlyMap<string, number>; each: number },
): Promise<WaitingOrganization[]> {
  const rows = await tx.execute<
    {
      id: string;
      plan: PlanSlug;
      virtual_end: number | null;
      waiters: { submissionId: string; seconds: number; since: string }[];
    }[]
  >(
    `with recursive waiting (organization_id) as (
       (select organization_id from provider_submissions
        where provider_slug = ? and waiting_since is not null and state = 'prepared'
          and provider_key_id is null
        order by organization_id limit 1)
       union all
       select (select s.organization_id from provider_submissions s
         where s.provider_slug = ? and s.organization_id > w.organization_id
           and s.waiting_since is not null and s.state = 'prepared' and s.provider_key_id is null
         order by s.organization_id limit 1)
       from waiting w where w.organization_id is not null)
     select o.id, o.plan, t.ends_at as virtual_end, l.waiters
     from waiting w
     join organizations o on o.id = w.organization_id
     left join provider_turns t on t.provider_slug = ? and t.organization_id = w.organization_id
     cross join lateral (
       select min(f.waiting_since) as since, jsonb_agg(jsonb_build_object(
         'submissionId', f.id, 'seconds', m.typical_seconds)
         order by f.is_late, f.waiting_since, f.id) as waiters
       from (
         (select s.id, s.model_id, s.waiting_since, false as is_late from provider_submissions s
          where s.provider_slug = ? and s.organization_id = w.organization_id
            and s.waiting_since is not null and s.state = 'prepared' and s.provider_key_id is null
            and s.slot_until is null
          order by s.waiting_since, s.id limit ?)
         union all
         (select s.id, s.model_id, s.waiting_since, true from provider_submissions s
          where s.provider_slug = ? and s.organization_id = w.organization_id
            and s.waiting_since is not null and s.state = 'prepared' and s.provider_key_id is null
            and s.slot_until <= now() and s.finished_at is null
          order by s.waiting_since, s.id limit ?)
         order by is_late, waiting_since, id limit ?) f
       join models m on m.id = f.model_id) l
     where l.waiters is not null
     order by l.since, o.id`,
    [providerSlug, providerSlug, providerSlug, providerSlug, each, providerSlug, each, each],
  );
  return rows.map(({ id, plan, virtual_end: virtualEnd, waiters }) => ({
    id,
    weight: plans[plan].weight,
    holds: holders.get(id) ?? 0,
    virtualEnd,
    waiters,
  }));
}

async function saveVirtualEnds(
  tx: EntityManager,
  {
    providerSlug,
    clock,
    virtualEnds,
  }: { providerSlug: string; clock: number; virtualEnds: ReadonlyMap<string, number> },
): Promise<void> {
  const ends = JSON.stringify(Object.fromEntries(virtualEnds));
  // An end in the past is equivalent to none.
  await tx.execute(
    `with moved as (update provider_clocks set clock = ? where provider_slug = ?),
     forgotten as (
       delete from provider_turns
       where provider_slug = ? and ends_at <= ? and not jsonb_exists(?::jsonb, organization_id))
     insert into provider_turns (provider_slug, organization_id, ends_at)
     select ?, key, value::float8 from jsonb_each_text(?::jsonb)
     on conflict (provider_slug, organization_id) do update set ends_at = excluded.ends_at`,
    [clock, providerSlug, providerSlug, clock, ends, providerSlug, ends],
  );
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
