import type { ActivityDependencies } from "#activities/dependencies.ts";
import { keepPartitions } from "#db/partitions/keep-partitions.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

/** Makes the partitions of coming months and drops those whose time is over. */
export function createKeepPartitions({
  orm,
  logger,
  limits,
}: Pick<ActivityDependencies, "orm" | "logger" | "limits">) {
  return async function runKeepPartitions(): Promise<MaintenanceTurn> {
    const given = { now: new Date(), eventDays: limits.jobEventDays };
    const { made, dropped, left } = await keepPartitions(orm.em.fork(), given);
    if (left.length > 0) logger.warn({ partitions: left }, "partitions not changed");
    for (const partition of dropped) logger.info({ partition }, "old partition dropped");
    return { changed: made.length + dropped.length, next: null };
  };
}
