import type { EntityManager } from "#db/orm.ts";

/** Queue for the slots of one organization-provided key. Only its organization waits in it. */
export interface OrganizationKeyQueue {
  readonly providerKeyId: string;
  /** Null for unlimited. */
  readonly limit: number | null;
}

/** Locks the queue by the key's row. The limit is the provider's limit per key. */
export async function lockOrganizationKeyQueue(
  tx: EntityManager,
  providerKeyId: string,
): Promise<OrganizationKeyQueue> {
  const [row] = await tx.execute<{ limit: number | null }[]>(
    `select coalesce(p.concurrency_limit, p.concurrency_known) as limit
     from organization_provider_keys k join providers p on p.slug = k.provider_slug
     where k.id = ? for no key update of k`,
    [providerKeyId],
  );
  if (row === undefined) throw new Error("the key of the submission does not exist");
  return { providerKeyId, limit: row.limit };
}

/** Lists the next submissions to get a slot, in order of arrival; those that let a slot lapse come last. */
export async function listNextOfOrganizationKey(
  tx: EntityManager,
  { providerKeyId, limit }: OrganizationKeyQueue,
  grantsMax: number,
): Promise<string[]> {
  const rows = await tx.execute<{ id: string }[]>(
    `select id from provider_submissions
     where provider_key_id = ? and finished_at is null and waiting_since is not null
       and state = 'prepared' and (slot_until is null or slot_until <= now())
     order by slot_until is not null, waiting_since, id
     limit greatest(0, least(?::int, ?::int - (
       select count(*)::int from provider_submissions
       where provider_key_id = ? and finished_at is null and slot_until > now())))`,
    [providerKeyId, grantsMax, limit, providerKeyId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Lists the organization-provided keys with waiting submissions, by one index lookup per key (loose index
 * scan).
 */
export async function listAwaitedOrganizationKeys(
  em: EntityManager,
  providerSlug: string,
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `with recursive awaited (id) as (
       (select provider_key_id from provider_submissions
        where provider_slug = ? and provider_key_id is not null
          and waiting_since is not null and state = 'prepared'
        order by provider_key_id limit 1)
       union all
       select (select s.provider_key_id from provider_submissions s
         where s.provider_slug = ? and s.provider_key_id > a.id
           and s.waiting_since is not null and s.state = 'prepared'
         order by s.provider_key_id limit 1)
       from awaited a where a.id is not null)
     select id from awaited where id is not null`,
    [providerSlug, providerSlug],
  );
  return rows.map(({ id }) => id);
}
