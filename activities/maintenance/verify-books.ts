import type { ActivityDependencies } from "#activities/dependencies.ts";
import { verifyBooks } from "#db/billing/verify-books.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";

/** Compares the balances of the next organizations with their ledgers. A finding is logged and counted by a gauge. */
export function createVerifyBooks({ orm, logger }: Pick<ActivityDependencies, "orm" | "logger">) {
  return async function runVerifyBooks({ after }: MaintenanceTurnInput): Promise<MaintenanceTurn> {
    const turn = await verifyBooks(orm.em.fork(), { after });
    if (turn.changed > 0) logger.error({ findings: turn.changed }, "books are wrong");
    return turn;
  };
}
