import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const busy = 5;

/**
 * Claims a folder for this process. `undefined` when another process has it. The lock is an open
 * SQLite transaction, hence a lock of the kernel: it ends with the process, however that ends, and
 * can be neither stale nor taken twice.
 */
export function lockFolder(folder: string): { release(): void } | undefined {
  const database = new DatabaseSync(join(folder, "lock"));
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
