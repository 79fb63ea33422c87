import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const busy = 5;

/**
 * Locks a folder for this process, or returns `undefined` when another process holds it. The lock is an open
 * SQLite transaction, hence a kernel lock: it ends with the process, even by SIGKILL, and can be neither
 * stale nor taken twice.
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
