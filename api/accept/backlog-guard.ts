import type { Logger } from "pino";

import type { MikroORM } from "#db/orm.ts";
import { findOutboxBacklog } from "#db/outbox.ts";
import { AppError } from "#domain/errors.ts";

const lookMs = 2_000;

/**
 * Throws `overloaded` while more than `max` messages wait for the workflow engine. The count is that
 * of the last look, which is taken beside the requests, so that acceptance does not pay for it.
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
      // Whether the database works, the request itself will find out.
      log.warn({ error }, "the outbox could not be counted");
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
