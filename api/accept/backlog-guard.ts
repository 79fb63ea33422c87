import type { Logger } from "pino";

import type { MikroORM } from "#db/orm.ts";
import { findOutboxBacklog } from "#db/outbox.ts";
import { AppError } from "#domain/errors.ts";

const lookMs = 2_000;

/**
 * Throws `overloaded` while more than `max` outbox messages wait for Temporal. Uses the count of the last
 * check, which runs in the background at most every 2 seconds, so that acceptance does not wait for it.
 */
export function createBacklogGuard(
  orm: MikroORM,
  { max, log }: { max: number; log: Logger },
): () => void {
  let waiting = 0;
  let lookedAtMs = 0;

  async function look(): Promise<void> {
    try {
      ({ waiting } = await findOutboxBacklog(orm.em.fork()));
    } catch (error) {
      // If the database is down, the request itself fails; the guard does not have to.
      log.warn({ error }, "cannot count the outbox");
    }
  }

  return () => {
    const now = performance.now();
    if (lookedAtMs === 0 || now - lookedAtMs > lookMs) {
      lookedAtMs = now;
      void look();
    }
    if (waiting > max) throw new AppError("overloaded");
  };
}
