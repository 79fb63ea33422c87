import type { ActivityDependencies } from "#activities/dependencies.ts";
import {
  deleteWithPreviews,
  expireAssets,
  expireOutputs,
  listOrphanKeys,
  listUnpurgedFiles,
  notePurgedFile,
} from "#db/jobs/stored-files.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";

/**
 * Maximum rows of each kind in one batch. Each row has a file, and each file requires a call to the storage.
 */
const filesMax = 200;

/** Deletes expired outputs and assets, and the files of everything that was deleted. */
export function createDeleteExpiredFiles({ orm, storage, logger }: ActivityDependencies) {
  return async function deleteExpiredFiles(): Promise<MaintenanceTurn> {
    const em = orm.em.fork();
    const outputs = await expireOutputs(em, filesMax);
    const assets = await expireAssets(em, filesMax);
    const files = await listUnpurgedFiles(em, filesMax);
    let purged = 0;
    for (const file of files) {
      try {
        await deleteWithPreviews(storage, file.storageKey);
        await notePurgedFile(em, file);
        purged += 1;
      } catch (error) {
        // One failure must not block the other files. The file is retried in the next run.
        logger.warn({ error, storageKey: file.storageKey }, "file not deleted");
      }
    }
    // Continues only after a batch without failures. Otherwise the same files would be listed again at once.
    const isMore = [outputs, assets].includes(filesMax) || files.length >= filesMax;
    return { changed: purged, next: isMore && purged === files.length ? "more" : null };
  };
}

const keysMax = 1_000;
/** Files exist before their rows. A file without a row after one day is an orphan. */
const orphanMs = 86_400_000;

/**
 * Deletes files that no row names: those of uploads and activities that died between the file and its row,
 * and partial files. Lists all files, 1,000 in each batch.
 */
export function createDeleteOrphanFiles({ orm, storage, logger }: ActivityDependencies) {
  return async function deleteOrphanFiles({
    after,
  }: MaintenanceTurnInput): Promise<MaintenanceTurn> {
    const before = new Date(Date.now() - orphanMs);
    let changed = after === null ? await storage.deletePartials(before) : 0;
    const old: string[] = [];
    let looked = 0;
    let last: string | null = null;
    for await (const { key, modifiedAt } of storage.list(after)) {
      if (modifiedAt < before) old.push(key);
      looked += 1;
      last = key;
      if (looked === keysMax) break;
    }
    for (const key of await listOrphanKeys(orm.em.fork(), old)) {
      await storage.delete(key);
      logger.info({ storageKey: key }, "file without a row deleted");
      changed += 1;
    }
    return { changed, next: looked === keysMax ? last : null };
  };
}
