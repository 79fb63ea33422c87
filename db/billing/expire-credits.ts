import type { EntityManager } from "#db/orm.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

/** Organizations per maintenance turn. */
const expiryBatch = 200;

/**
 * Expires the unused rest of due grants in the next organizations after an id. Credits, including holds, are
 * used from the grant that expires soonest, so credits held by a running job stay: they are charged, or
 * expire once they are released. A repeated call changes nothing. Returns the number of grants that lost
 * credits.
 */
export async function expireCredits(
  em: EntityManager,
  { now, after }: { now: Date; after: string | null },
): Promise<MaintenanceTurn> {
  const due = await em.execute<{ organization_id: string }[]>(
    `select distinct organization_id from open_grants
     where expires_at <= ? and organization_id > ? order by organization_id limit ?`,
    [now, after ?? "", expiryBatch],
  );
  let changed = 0;
  for (const { organization_id: organizationId } of due) {
    changed += await em.fork().transactional(async (tx) => expireGrants(tx, organizationId, now));
  }
  const isLast = due.length < expiryBatch;
  return { changed, next: isLast ? null : (due.at(-1)?.organization_id ?? null) };
}

async function expireGrants(em: EntityManager, organizationId: string, now: Date): Promise<number> {
  // A separate statement takes the lock, so the next statement's snapshot includes everything committed
  // before it.
  await em.execute(`select settle_open_grants(?)`, [organizationId]);
  const expired = await em.execute<{ id: string }[]>(
    `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, grant_id, reason)
     select g.organization_id, 'expire', g.free, 'available', 'issued', g.id, 'not used in time'
     from (
       select o.organization_id, o.id, least(o.remaining, sum(o.remaining)
         over (order by o.expires_at, o.id) - a.held)::int as free
       from open_grants o join credit_accounts a using (organization_id)
       where o.organization_id = ? and o.expires_at <= ?) g
     where g.free > 0 returning id`,
    [organizationId, now],
  );
  return expired.length;
}

/** Lists expiring credits, soonest first, summed up by expiration time. */
export async function listExpiringCredits(
  em: EntityManager,
  organizationId: string,
): Promise<{ credits: number; expiresAt: Date }[]> {
  const rows = await em.execute<{ credits: number; expires_at: string }[]>(
    `select sum(remaining)::int as credits, expires_at from left_of_grants(?)
     where expires_at is not null group by expires_at having sum(remaining) > 0
     order by expires_at`,
    [organizationId],
  );
  return rows.map((row) => ({ credits: row.credits, expiresAt: new Date(row.expires_at) }));
}
