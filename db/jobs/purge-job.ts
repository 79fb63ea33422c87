import type { MikroORM } from "#db/orm.ts";
import type { Storage } from "#storage/storage.ts";

import { listJobFiles, notePurge } from "./delete-job.ts";
import { deleteWithPreviews } from "./stored-files.ts";

/** Deletes the files of a deleted job. A call after a crash deletes the remaining files. */
export async function purgeJob(
  { orm, storage }: { orm: MikroORM; storage: Storage },
  jobId: string,
): Promise<void> {
  for (const key of await listJobFiles(orm.em.fork(), jobId))
    await deleteWithPreviews(storage, key);
  await notePurge(orm.em.fork(), jobId);
}
