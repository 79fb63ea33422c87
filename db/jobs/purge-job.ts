import type { MikroORM } from "#db/orm.ts";
import type { Storage } from "#storage/storage.ts";

import { listJobFiles, notePurge } from "./delete-job.ts";

/** Deletes the files of a deleted job. What a crash leaves is deleted by the next call. */
export async function purgeJob(
  { orm, storage }: { orm: MikroORM; storage: Storage },
  jobId: string,
): Promise<void> {
  for (const key of await listJobFiles(orm.em.fork(), jobId)) await storage.delete(key);
  await notePurge(orm.em.fork(), jobId);
}
