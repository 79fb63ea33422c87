import type { ActivityDependencies } from "#activities/dependencies.ts";
import { noteDueKeyRotations } from "#db/organizations/key-rotations.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";

export function createNoteDueKeyRotations({ orm }: ActivityDependencies) {
  return async function runNoteDueKeyRotations({
    after,
  }: MaintenanceTurnInput): Promise<MaintenanceTurn> {
    return noteDueKeyRotations(orm.em.fork(), { now: new Date(), after });
  };
}
