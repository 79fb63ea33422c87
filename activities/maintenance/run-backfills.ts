import type { ActivityDependencies } from "#activities/dependencies.ts";
import { runBackfillTurn } from "#db/backfills/run-backfill-turn.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

/** Changes existing rows for this release, 1,000 in each batch. */
export function createRunBackfills({ orm }: Pick<ActivityDependencies, "orm">) {
  return async function runBackfills(): Promise<MaintenanceTurn> {
    const { changed, isMore } = await runBackfillTurn(orm.em.fork());
    return { changed, next: isMore ? "more" : null };
  };
}
