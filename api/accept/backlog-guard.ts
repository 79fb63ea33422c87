import type { Logger } from "pino";

import { findGauge, outboxWaiting } from "#db/engine-gauges.ts";
import type { MikroORM } from "#db/orm.ts";
import { findOutboxBacklog } from "#db/outbox.ts";
import { AppError } from "#domain/errors.ts";

const lookMs = 2_000;
/** An exporter counts every two seconds. Without one each API process counts by itself. */
const countedSecondsMax = 10;

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
      const em = orm.em.fork();
      const counted = await findGauge(em, outboxWaiting, { ageSecondsMax: countedSecondsMax });
      waiting = counted ?? (await findOutboxBacklog(em)).waiting;
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
