import type { ActivityDependencies } from "#activities/dependencies.ts";
import { journalEntriesMax, writeJournal } from "#db/journal/write-journal.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

/** Writes waiting audit entries to the security journal in the storage. */
export function createWriteSecurityJournal({
  orm,
  storage,
}: Pick<ActivityDependencies, "orm" | "storage">) {
  return async function writeSecurityJournal(): Promise<MaintenanceTurn> {
    const changed = await writeJournal(orm.em.fork(), { storage, now: new Date() });
    return { changed, next: changed === journalEntriesMax ? "next" : null };
  };
}
