import { createHash } from "node:crypto";

import type { EntityManager } from "#db/orm.ts";
import { listKeys } from "#domain/providers/platform-keys.ts";

/** Returns the identifier of a key in the database, which never stores the key itself. */
export function fingerprintOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 12);
}

/** Returns the fingerprints of the platform keys in a setting, at least one. */
export type FindPlatformKeys = (setting: string) => readonly string[];

export function findPlatformKeys(settings: Readonly<Record<string, string>>): FindPlatformKeys {
  return (setting) => listKeys(settings[setting] ?? "").map(fingerprintOf);
}

interface KeysOfProvider {
  readonly providerSlug: string;
  readonly fingerprints: readonly string[];
}

/**
 * Chooses the platform key for a prepared submission and records it in the row. Chooses the key with the
 * fewest open requests among those without a cool-down, round-robin on a tie, and never exceeds the
 * provider's limit per key. When all keys are cooling down, chooses the one whose cool-down ends first.
 * Returns null when every key is at its limit.
 */
export async function chooseKey(
  em: EntityManager,
  { submissionId, providerSlug, fingerprints }: KeysOfProvider & { submissionId: string },
): Promise<string | null> {
  return em.transactional(async (tx) => {
    // Serializes the choice, so that each one counts the choices before it.
    await tx.execute(`select pg_advisory_xact_lock(hashtextextended('keys of ' || ?, 0))`, [
      providerSlug,
    ]);
    const [row] = await tx.execute<{ key_fingerprint: string | null }[]>(
      `with known as (
         select k.fingerprint, k.place, u.used_at, u.resting_until,
           coalesce(u.resting_until > now(), false) as rests,
           (select count(*) from provider_submissions s
            where s.provider_slug = p.slug and s.key_fingerprint = k.fingerprint
              and s.finished_at is null and s.id <> ?) as busy,
           coalesce(p.concurrency_limit, p.concurrency_known) as most
         from providers p
         cross join unnest(string_to_array(?, ',')) with ordinality as k (fingerprint, place)
         left join provider_key_uses u on u.provider_slug = p.slug and u.fingerprint = k.fingerprint
         where p.slug = ?),
       chosen as (
         select fingerprint from known
         where (most is null or busy < most)
           and (not rests or not exists (select 1 from known where not rests))
         order by case when rests then resting_until end nulls first, busy, used_at nulls first, place
         limit 1),
       used as (
         insert into provider_key_uses (provider_slug, fingerprint, used_at)
         select ?, fingerprint, clock_timestamp() from chosen
         on conflict (provider_slug, fingerprint) do update set used_at = excluded.used_at)
       update provider_submissions set key_fingerprint = (select fingerprint from chosen)
       where id = ? and state = 'prepared' returning key_fingerprint`,
      [submissionId, fingerprints.join(","), providerSlug, providerSlug, submissionId],
    );
    // A submission that is no longer prepared already has its key.
    return row === undefined ? (fingerprints[0] ?? null) : row.key_fingerprint;
  });
}

/** Starts a cool-down of a key for all workers. Returns true when another key is available. */
export async function coolDownKey(
  em: EntityManager,
  { providerSlug, fingerprints }: KeysOfProvider,
  { fingerprint, ms }: { fingerprint: string; ms: number },
): Promise<boolean> {
  await em.execute(
    `insert into provider_key_uses (provider_slug, fingerprint, used_at, resting_until)
     values (?, ?, now(), now() + make_interval(secs => ?))
     on conflict (provider_slug, fingerprint) do update
       set resting_until = greatest(provider_key_uses.resting_until, excluded.resting_until)`,
    [providerSlug, fingerprint, ms / 1_000],
  );
  return (await countAwake(em, { providerSlug, fingerprints })) > 0;
}

/** Counts these keys that are not cooling down. */
async function countAwake(
  em: EntityManager,
  { providerSlug, fingerprints }: KeysOfProvider,
): Promise<number> {
  if (fingerprints.length === 1) return 1;
  const [row] = await em.execute<{ resting: number }[]>(
    `select count(*)::int as resting from provider_key_uses
     where provider_slug = ? and fingerprint = any(string_to_array(?, ',')) and resting_until > now()`,
    [providerSlug, fingerprints.join(",")],
  );
  return fingerprints.length - (row?.resting ?? 0);
}
