import type { ActivityDependencies } from "#activities/dependencies.ts";
import { endUnusedGrants } from "#db/oauth/oauth-records.ts";
import { eraseRemovedKeys } from "#db/providers/provider-keys.ts";
import { type ExpiredRows, expiredRowsMax } from "#db/retention/expired-rows.ts";
import { expiredTables } from "#db/retention/expired-tables.ts";
import type { MaintenanceTurn, MaintenanceTurnInput } from "#domain/maintenance.ts";

/** Half of the time between two scheduled runs: the other half belongs to everything else in the database. */
const runMsMax = 300_000;

/**
 * Deletes expired rows: idempotency keys, estimates, invitations, sessions, emails with their tokens,
 * unfinished sign-ins, public links, upload URLs, codes and tokens of OAuth, old failures and webhooks of providers, and removed organization-provided keys.
 * A batch deletes some rows of each table. The cursor is the start of the run, which ends after `runMsMax`.
 */
export function createDeleteExpiredRows(
  { orm, logger }: Pick<ActivityDependencies, "orm" | "logger">,
  tables: readonly ExpiredRows[] = expiredTables,
) {
  return async function runDeleteExpiredRows({
    after,
  }: MaintenanceTurnInput): Promise<MaintenanceTurn> {
    const startedAt = after ?? String(Date.now());
    let changed = 0;
    let isMore = false;
    for (const rows of tables) {
      const em = orm.em.fork();
      try {
        const deleted = await rows.deleteSome(em);
        changed += deleted;
        isMore ||= deleted === expiredRowsMax;
      } catch (error) {
        // One table must not keep the others. Its rows wait for the next run.
        logger.warn({ table: rows.tableOf(em), error }, "expired rows not deleted");
      }
    }
    changed += await endUnusedGrants(orm.em.fork());
    changed += await eraseRemovedKeys(orm.em.fork());
    const isOver = Date.now() - Number(startedAt) > runMsMax;
    return { changed, next: isMore && !isOver ? startedAt : null };
  };
}
