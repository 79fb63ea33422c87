import type { ActivityDependencies } from "#activities/dependencies.ts";
import {
  expireAssets,
  expireOutputs,
  listOrphanKeys,
  listUnpurgedFiles,
  notePurgedFile,
} from "#db/jobs/stored-files.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";

/** Rows of one turn, of each kind; each has a file, and each file is a call to the storage. */
const filesMax = 200;

/** Deletes outputs and assets whose time is over, and the files of all that was deleted. */
export function createDeleteExpiredFiles({ orm, storage, logger }: ActivityDependencies) {
  return async function deleteExpiredFiles(): Promise<MaintenanceTurn> {
    const em = orm.em.fork();
    const outputs = await expireOutputs(em, filesMax);
    const assets = await expireAssets(em, filesMax);
    const files = await listUnpurgedFiles(em, filesMax);
    let purged = 0;
    for (const file of files) {
      try {
        await storage.delete(file.storageKey);
        await notePurgedFile(em, file);
        purged += 1;
      } catch (error) {
        // One file's trouble must not keep the others; it comes up again.
        logger.warn({ error, storageKey: file.storageKey }, "file not deleted");
      }
    }
    // More only after a turn without trouble: else the same files would come up at once.
    const isMore = [outputs, assets].includes(filesMax) || files.length >= filesMax;
    return { changed: purged, next: isMore && purged === files.length ? "more" : null };
  };
}

const keysMax = 1_000;
/** A file is younger than its row for a moment; nothing takes a day from one to the other. */
const orphanMs = 86_400_000;

/**
 * Deletes files that no row names: of uploads and steps that died between the file and its row, and
 * what half-written files they left. Goes through all files, a thousand a turn.
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
