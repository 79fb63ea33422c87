import {
  type MigrationEntry,
  migrations,
  type MigrationPhase,
  phaseOf,
} from "./migrations/index.ts";
import type { MikroORM } from "./orm.ts";

/** Lists the migrations of a phase that have not run, in order. */
export async function listPendingMigrations(
  orm: MikroORM,
  phase: MigrationPhase,
  list: readonly MigrationEntry[] = migrations,
): Promise<MigrationEntry[]> {
  const executed = new Set((await orm.migrator.getExecuted()).map(({ name }) => name));
  return list.filter((entry) => phaseOf(entry) === phase && !executed.has(entry.name));
}
