import type { Logger } from "pino";

import {
  confirmPendingResponse,
  finishPendingResponse,
  heldSeconds,
  losePendingResponse,
  renewPendingResponses,
} from "#db/jobs/pending-responses.ts";
import type { MikroORM } from "#db/orm.ts";

/** Connections that wait for the response of a job, so that a repetition can distinguish a lost one from an open one. */
export interface AwaitedResponses {
  /** Counts the connection as standing until `end` is called with the outcome. */
  begin(jobId: string): { end(outcome: ResponseOutcome): void };
}

/**
 * `delivered`: the complete result was sent. `accepted`: a response without the result was sent, with the id by which the
 * caller asks for it. `lost`: neither.
 */
export type ResponseOutcome = "delivered" | "accepted" | "lost";

/** Renews the rows of all standing connections together, in one statement. Three may be late before a row expires. */
const renewMs = (heldSeconds * 1_000) / 4;

export function createAwaitedResponses({
  orm,
  log,
}: {
  orm: MikroORM;
  log: Logger;
}): AwaitedResponses {
  const standing = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;

  // Without the database the row keeps its last state, and the repetition then decides by the time in it.
  const warn = (error: unknown) => log.warn({ error }, "pending response not recorded");

  function renew(): void {
    void renewPendingResponses(orm.em.fork(), [...standing.keys()]).catch(warn);
  }

  return {
    begin(jobId) {
      standing.set(jobId, (standing.get(jobId) ?? 0) + 1);
      timer ??= setInterval(renew, renewMs).unref();
      return {
        end(outcome) {
          const others = (standing.get(jobId) ?? 1) - 1;
          if (others > 0) standing.set(jobId, others);
          else standing.delete(jobId);
          if (standing.size === 0 && timer !== null) {
            clearInterval(timer);
            timer = null;
          }
          const em = orm.em.fork();
          if (outcome === "delivered") void finishPendingResponse(em, jobId).catch(warn);
          else if (outcome === "accepted") void confirmPendingResponse(em, jobId).catch(warn);
          else void losePendingResponse(em, { jobId, isHeld: others > 0 }).catch(warn);
        },
      };
    },
  };
}
