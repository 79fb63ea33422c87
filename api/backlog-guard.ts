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
  return () => {
    const now = performance.now();
    if (lookedAtMs === 0 || now - lookedAtMs > lookMs) {
      lookedAtMs = now;
      findOutboxBacklog(orm.em.fork()).then(
        (backlog) => {
          waiting = backlog.waiting;
        },
        (error: unknown) => log.warn({ error }, "the outbox could not be counted"),
      );
    }
    if (waiting > max) throw new AppError("overloaded");
  };
}
