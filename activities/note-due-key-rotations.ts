import { noteDueKeyRotations } from "#db/key-rotations.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";

import type { ActivityDependencies } from "./dependencies.ts";

export function createNoteDueKeyRotations({ orm }: ActivityDependencies) {
  return async function runNoteDueKeyRotations({
    after,
  }: MaintenanceTurnInput): Promise<MaintenanceTurn> {
    return noteDueKeyRotations(orm.em.fork(), { now: new Date(), after });
  };
}
