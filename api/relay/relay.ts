import { isGrpcServiceError, type Client } from "@temporalio/client";
import type { Logger } from "pino";

import type { MikroORM } from "#db/orm.ts";
import {
  claimOutbox,
  claimSeconds,
  finishOutbox,
  retryOutbox,
  type ClaimedMessage,
} from "#db/outbox.ts";
import type { Watchdog } from "#runtime/watchdog.ts";

import { dispatchOutboxMessage } from "./dispatch-outbox-message.ts";
import { createOutboxClaims } from "./outbox-claims.ts";

/** Maximum of concurrent dispatches; paces the drain of a backlog. */
const batchSize = 32;
const idleMs = 1_000;
/** Deadline per call. Without one, a call waits more than 20 seconds for an unreachable server. */
const callMs = 5_000;

export interface Relay {
  /** Checks the outbox now; called after a commit that wrote to it. */
  wake(): void;
  /** Waits for the current batch. */
  stop(): Promise<void>;
}

/**
 * Dispatches outbox messages to Temporal while the process runs. Several relays share the work; a message
 * that is dispatched twice starts one workflow. After a failure the message is retried later; callers never
 * see the error.
 */
export function startRelay({
  orm,
  client,
  logger,
  watchdog,
}: {
  orm: MikroORM;
  client: Client;
  logger: Logger;
  watchdog: Watchdog;
}): Relay {
  const stopping = new AbortController();
  let wake = Promise.withResolvers<void>();
  let isTemporalAway = false;
  const claimDue = createOutboxClaims();

  /** Returns true when more messages may be due. */
  async function carryDue(beat: () => void): Promise<boolean> {
    const claimedAt = performance.now();
    const em = orm.em.fork();
    // While Temporal is unavailable, one message is enough to detect its recovery.
    const claimed = await (isTemporalAway ? claimOutbox(em, 1) : claimDue(em, batchSize));
    for (let start = 0; start < claimed.length; start += batchSize) {
      // The claim has expired, so another relay may have claimed the rest.
      if (start > 0 && performance.now() - claimedAt > claimSeconds * 1_000) break;
      beat();
      await carryBatch(claimed.slice(start, start + batchSize));
      if (isTemporalAway) return false;
    }
    return claimed.length >= batchSize;
  }

  async function carryBatch(claimed: readonly ClaimedMessage[]): Promise<void> {
    const em = orm.em.fork();
    const results = await Promise.all(claimed.map(async (message) => carry(message)));
    await finishOutbox(
      em,
      results.flatMap((result) => (result.done ? [result.id] : [])),
    );
    for (const result of results) if (!result.done) await retryOutbox(em, result);
    const failed = results.filter((result) => !result.done && result.isAway).length;
    noteAvailability(claimed.length > 0 && failed === claimed.length);
  }

  function noteAvailability(isAway: boolean): void {
    if (isAway !== isTemporalAway) {
      logger[isAway ? "warn" : "info"](
        isAway ? "Temporal is unavailable; messages are queued" : "Temporal is available again",
      );
    }
    isTemporalAway = isAway;
  }

  async function carry(message: ClaimedMessage): Promise<CarryResult> {
    const { id, attempts } = message;
    try {
      await client.withDeadline(Date.now() + callMs, async () =>
        dispatchOutboxMessage(message, { client, orm }),
      );
      return { id, done: true };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isAway =
        isGrpcServiceError(error) || (error instanceof Error && isGrpcServiceError(error.cause));
      logger[isAway ? "debug" : "warn"](
        { kind: message.kind, subjectId: message.subjectId, reason },
        "message not dispatched",
      );
      return { id, done: false, attempts, error: reason, isAway };
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      wake = Promise.withResolvers<void>();
      const isMoreDue = await watchdog.watch("relay", carryDue).catch((error: unknown) => {
        logger.warn({ error }, "cannot read the outbox");
        return false;
      });
      if (!isMoreDue) await pause(wake.promise, stopping.signal);
    }
  }

  const running = run();
  return {
    wake: () => wake.resolve(),
    async stop() {
      stopping.abort();
      wake.resolve();
      await running;
    },
  };
}

type CarryResult =
  | { readonly id: string; readonly done: true }
  | {
      readonly id: string;
      readonly done: false;
      readonly attempts: number;
      readonly error: string;
      readonly isAway: boolean;
    };

async function pause(woken: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, idleMs);
  await Promise.race([woken, promise]);
  clearTimeout(timer);
}
