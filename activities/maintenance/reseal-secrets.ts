import type { ActivityDependencies } from "#activities/dependencies.ts";
import { resealTurn } from "#db/reseal-secrets.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";

/** Seals the next stored secrets under the current master key during a rotation. */
export function createResealSecrets({
  orm,
  vault,
  logger,
}: Pick<ActivityDependencies, "orm" | "vault" | "logger">) {
  return async function resealSecrets({ after }: MaintenanceTurnInput): Promise<MaintenanceTurn> {
    const { unreadable, ...turn } = await resealTurn(orm.em.fork(), vault, { after });
    if (unreadable > 0) logger.error({ unreadable }, "secrets under an unknown master key");
    return turn;
  };
}
