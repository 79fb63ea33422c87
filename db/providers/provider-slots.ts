import type { EntityManager } from "#db/orm.ts";
import { plans, type PlanSlug } from "#domain/billing/plans.ts";
import {
  grantSeconds,
  shareSlots,
  type WaitingOrganization,
} from "#domain/providers/provider-turns.ts";

import { countAwake, type FindOurKeys } from "./our-keys.ts";
import { listAwaitedOwnKeys, listNextOfOwnKey, lockOwnKeyLine } from "./own-key-slots.ts";

/** A run that was given the slot it waits for, and is to be told. */
export interface GrantedRun {
  readonly jobId: string;
  /** Which run of the job it is. */
  readonly resumes: number;
}

/** A provider without a limit gives this many at once to those who waited before the limit went. */
const grantsMax = 100;

interface Granted extends GrantedRun {
  readonly submissionId: string;
}

/** Those who wait for each other: all that go with our keys, or those of an organization's own key. */
interface SlotLine {
  readonly providerSlug: string;
  /** Null: our keys. */
  readonly providerKeyId: string | null;
}

/**
 * Asks for one of the provider's slots on behalf of a prepared submission: it gets one at once when
 * one is free and nobody else's turn is before, else it waits in line. A slot that was given is to be
 * used by `takeSubmission` within `grantSeconds`. Asking again keeps the place in the line. `others`
 * are runs that got theirs on this occasion.
 */
export async function askForSlot(
  em: EntityManager,
  { submissionId, ourKeys, ...line }: SlotLine & { submissionId: string; ourKeys: FindOurKeys },
): Promise<{ hasSlot: boolean; others: GrantedRun[] }> {
  return em.transactional(async (tx) => {
    const grant = await lockLine(tx, line, ourKeys);
    const asking = await tx.execute<{ has_slot: boolean }[]>(
      `update provider_submissions
       set waiting_since = coalesce(waiting_since, now()),
         slot_until = case when slot_until > now() then slot_until end
       where id = ? and state = 'prepared' returning slot_until is not null as has_slot`,
      [submissionId],
    );
    // What is no longer prepared needs no slot: whoever takes it finds that out.
    if (asking[0]?.has_slot !== false) return { hasSlot: true, others: [] };
    const granted = await grant();
    return {
      hasSlot: granted.some((run) => run.submissionId === submissionId),
      others: granted.filter((run) => run.submissionId !== submissionId),
    };
  });
}

/** Gives what slots are free to those whose turn it is. Those who got one are to be told. */
export async function passSlots(
  em: EntityManager,
  providerSlug: string,
  ourKeys: FindOurKeys,
): Promise<GrantedRun[]> {
  const granted: GrantedRun[] = [];
  for (const providerKeyId of await listAwaitedLines(em, providerSlug)) {
    const line = { providerSlug, providerKeyId };
    const grant = async (tx: EntityManager) => (await lockLine(tx, line, ourKeys))();
    granted.push(...(await em.transactional(grant)));
  }
  return granted;
}

/** Providers for whose slots somebody waits. */
export async function listAwaitedProviders(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ slug: string }[]>(
    // Two halves, because each line has an index of its own.
    `select slug from providers p
     where exists (select 1 from provider_submissions s where s.provider_slug = p.slug
         and s.waiting_since is not null and s.state = 'prepared' and s.provider_key_id is null)
       or exists (select 1 from provider_submissions s where s.provider_slug = p.slug
         and s.waiting_since is not null and s.state = 'prepared' and s.provider_key_id is not null)`,
  );
  return rows.map(({ slug }) => slug);
}

/** The lines of a provider in which somebody waits. */
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
  const own = await listAwaitedOwnKeys(em, providerSlug);
  return ours.length > 0 ? [null, ...own] : own;
}

/** Takes the lock of a line, which every other lock of a transaction comes after; gives what grants. */
async function lockLine(
  tx: EntityManager,
  { providerSlug, providerKeyId }: SlotLine,
  ourKeys: FindOurKeys,
): Promise<() => Promise<Granted[]>> {
  if (providerKeyId === null) {
    const slots = await lockSlots(tx, providerSlug, ourKeys);
    return async () => grantSlots(tx, slots);
  }
  const line = await lockOwnKeyLine(tx, providerKeyId);
  return async () => giveSlots(tx, await listNextOfOwnKey(tx, line, grantsMax));
}

interface LockedSlots {
  readonly providerSlug: string;
  /** The provider's limit for each of our keys that can be used; null: without a limit. */
  readonly limit: number | null;
  readonly clock: number;
  /** Whether there is more than one organization at all. */
  readonly isShared: boolean;
}

async function lockSlots(
  tx: EntityManager,
  providerSlug: string,
  ourKeys: FindOurKeys,
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
  const fingerprints = ourKeys(setting);
  // A key that rests adds nothing; the last one is tried all the same.
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
  await saveTurns(tx, { providerSlug, ...shared });
  return giveSlots(tx, shared.granted);
}

async function giveSlots(tx: EntityManager, submissionIds: readonly string[]): Promise<Granted[]> {
  if (submissionIds.length === 0) return [];
  const ids = submissionIds.map(() => "?").join(", ");
  // One that is locked is about to end: its slot is given with the next ones.
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

/** How many slots each organization holds. Read under the lock, so nobody else gives any meanwhile. */
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
 * The first of the line of each organization. Who waits is found by one step in the index for each,
 * and its first by another, however many jobs it has waiting. Those that did not use a slot in time
 * come last: their run may be gone.
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
      turn_ends: number | null;
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
     select o.id, o.plan, t.ends_at as turn_ends, l.waiters
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
  return rows.map(({ id, plan, turn_ends: turnEnds, waiters }) => ({
    id,
    weight: plans[plan].weight,
    holds: holders.get(id) ?? 0,
    turnEnds,
    waiters,
  }));
}

async function saveTurns(
  tx: EntityManager,
  {
    providerSlug,
    clock,
    turnEnds,
  }: { providerSlug: string; clock: number; turnEnds: ReadonlyMap<string, number> },
): Promise<void> {
  const ends = JSON.stringify(Object.fromEntries(turnEnds));
  // A turn that is over says no more than none.
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
  /** Null: without a limit. */
  readonly limit: number | null;
  readonly inUse: number;
  readonly waiting: number;
  /** How long the first of the line has waited, in seconds. */
  readonly oldestSeconds: number;
}

/** What the metrics tell of each provider that can be called, of what goes with our keys. */
export async function measureSlots(em: EntityManager, ourKeys: FindOurKeys): Promise<SlotGauges[]> {
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
    limit: row.limit === null ? null : row.limit * ourKeys(setting).length,
  }));
}
