import type { EntityManager } from "#db/orm.ts";
import { previewKey, previewVariants } from "#domain/jobs/preview.ts";
import type { Storage } from "#storage/storage.ts";

/*
 * Deletion of files, in three commits: mark the row as deleted, delete the file, mark the row as purged.
 * After a crash the marks show where to continue.
 */

/** Leaves readers time to finish, and every acceptance that saw the asset alive time to commit. */
export const fileGrace = "interval '1 hour'";

/** Marks expired outputs of finished jobs that no open run uses as deleted. Returns the number of outputs. */
export async function expireOutputs(em: EntityManager, limit: number): Promise<number> {
  const rows = await em.execute<{ id: string }[]>(
    `with due as (
       select o.id from outputs o join jobs j on j.id = o.job_id
       where o.deleted_at is null and o.expires_at < now() - ${fileGrace} and j.finished_at is not null
         and not exists (
           select 1 from run_steps s join jobs run on run.id = s.run_id
           where s.job_id = o.job_id and run.finished_at is null)
       order by o.expires_at limit ? for update of o skip locked)
     update outputs o set deleted_at = now() from due where o.id = due.id returning o.id`,
    [limit],
  );
  return rows.length;
}

/** Marks expired assets that no unfinished job uses as deleted. Returns the number of assets. */
export async function expireAssets(em: EntityManager, limit: number): Promise<number> {
  const rows = await em.execute<{ id: string }[]>(
    `with due as (
       select a.id from assets a
       where a.deleted_at is null and a.expires_at < now() - ${fileGrace}
         and not exists (
           select 1 from job_assets u join jobs j on j.id = u.job_id
           where u.asset_id = a.id and j.finished_at is null)
       order by a.expires_at limit ? for update of a skip locked)
     update assets a set deleted_at = now() from due where a.id = due.id returning a.id`,
    [limit],
  );
  return rows.length;
}

export interface UnpurgedFile {
  readonly table: "assets" | "outputs";
  readonly id: string;
  readonly storageKey: string;
}

/** Lists files of deleted rows that may not be purged yet. */
export async function listUnpurgedFiles(em: EntityManager, limit: number): Promise<UnpurgedFile[]> {
  const rows = await em.execute<{ table: UnpurgedFile["table"]; id: string; key: string }[]>(
    `(select 'assets' as table, id, storage_key as key from assets
      where deleted_at is not null and purged_at is null order by id limit ?)
     union all
     (select 'outputs' as table, id, storage_key as key from outputs
      where deleted_at is not null and purged_at is null order by id limit ?)`,
    [limit, limit],
  );
  return rows.map(({ table, id, key }) => ({ table, id, storageKey: key }));
}

/** Deletes a file with its previews. Repeated calls change nothing. */
export async function deleteWithPreviews(storage: Storage, storageKey: string): Promise<void> {
  await deletePreviews(storage, storageKey);
  await storage.delete(storageKey);
}

export async function deletePreviews(storage: Storage, storageKey: string): Promise<void> {
  for (const variant of previewVariants) await storage.delete(previewKey(storageKey, variant));
}

/** Records that a file is purged. A repeated call changes nothing. */
export async function notePurgedFile(
  em: EntityManager,
  { table, id }: UnpurgedFile,
): Promise<void> {
  await em.execute(
    `update ${table} set purged_at = now()
     where id = ? and deleted_at is not null and purged_at is null`,
    [id],
  );
}

/**
 * Returns the keys that no row needs. Of assets: keys without a row, or whose row is purged. Of jobs that
 * ended more than a day ago: files that are neither an output nor a retained input. A preview is needed as long as its
 * file. Keys of unknown jobs are never returned: a job's row exists before its files, so the row was lost or belongs to another deployment.
 */
export async function listOrphanKeys(
  em: EntityManager,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await em.execute<{ key: string }[]>(
    `select key from jsonb_array_elements_text(?::jsonb) as key
       cross join lateral (select regexp_replace(key, '\\.(poster|strip)$', '') as file_key) f
     where (key like 'assets/%' and not exists (
         select 1 from assets a where a.storage_key = file_key and a.purged_at is null))
       or (key like 'jobs/%' and exists (
         select 1 from jobs j
           join organizations o on o.id = j.organization_id join plans p on p.slug = o.plan
         where j.id = split_part(key, '/', 2)
           and j.finished_at < now() - interval '1 day'
           and not exists (
             select 1 from outputs u
             where u.job_id = j.id and u.storage_key = file_key and u.purged_at is null)
           and not (
             coalesce(j.stored_inputs, '[]') @> jsonb_build_array(jsonb_build_object('storageKey', key))
             and j.finished_at
               > now() - make_interval(days => coalesce(o.retention_days, p.retention_days)))))`,
    [JSON.stringify(keys)],
  );
  return rows.map(({ key }) => key);
}
