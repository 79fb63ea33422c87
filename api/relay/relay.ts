import { isGrpcServiceError } from "@temporalio/client";
import type { Logger } from "pino";

import {
  claimOutbox,
  claimSeconds,
  finishOutbox,
  retryOutbox,
  type ClaimedMessage,
} from "#db/outbox.ts";
import { withSpan } from "#runtime/tracing/span.ts";
import type { Watchdog } from "#runtime/watchdog.ts";
import { inTrace } from "#temporal/trace-runs.ts";
import { withCallDeadline } from "#temporal/with-call-deadline.ts";

import { type DispatchDependencies, dispatchOutboxMessage } from "./dispatch-outbox-message.ts";
import { createOutboxClaims } from "./outbox-claims.ts";

/** Maximum of concurrent dispatches; paces the drain of a backlog. */
const batchSize = 32;
const idleMs = 1_000;

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
  logger,
  watchdog,
  ...dispatching
}: DispatchDependencies & {
  logger: Logger;
  watchdog: Watchdog;
}): Relay {
  const { orm, client } = dispatching;
  const stopping = new AbortController();
  let wake = Promise.withResolvers<void>();
  let isTemporalUnavailable = false;
  const claimDue = createOutboxClaims();

  /** Returns true when more messages may be due. */
  async function dispatchDue(beat: () => void): Promise<boolean> {
    const claimedAt = performance.now();
    const em = orm.em.fork();
    // While Temporal is unavailable, one message is enough to detect its recovery.
    const claimed = await (isTemporalUnavailable ? claimOutbox(em, 1) : claimDue(em, batchSize));
    for (let start = 0; start < claimed.length; start += batchSize) {
      // The claim has expired, so another relay may have claimed the rest.
      if (start > 0 && performance.now() - claimedAt > claimSeconds * 1_000) break;
      beat();
      await dispatchBatch(claimed.slice(start, start + batchSize));
      if (isTemporalUnavailable) return false;
    }
    return claimed.length >= batchSize;
  }

  async function dispatchBatch(claimed: readonly ClaimedMessage[]): Promise<void> {
    const em = orm.em.fork();
    const results = await Promise.all(claimed.map(async (message) => dispatch(message)));
    await finishOutbox(
      em,
      results.flatMap((result) => (result.done ? [result.id] : [])),
    );
    for (const result of results) if (!result.done) await retryOutbox(em, result);
    const failed = results.filter((result) => !result.done && result.isUnavailable).length;
    noteAvailability(claimed.length > 0 && failed === claimed.length);
  }

  function noteAvailability(isUnavailable: boolean): void {
    if (isUnavailable !== isTemporalUnavailable) {
      logger[isUnavailable ? "warn" : "info"](
        isUnavailable
          ? "Temporal is unavailable; messages are queued"
          : "Temporal is available again",
      );
    }
    isTemporalUnavailable = isUnavailable;
  }

  async function dispatch(message: ClaimedMessage): Promise<DispatchResult> {
    const { id, attempts } = message;
    try {
      await inTrace(message.trace, async () =>
        withSpan(
          `dispatch ${message.kind}`,
          { "gme.outbox.kind": message.kind, "gme.attempt": attempts },
          async () =>
            withCallDeadline(client, async () => dispatchOutboxMessage(message, dispatching)),
        ),
      );
      return { id, done: true };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const isUnavailable =
        isGrpcServiceError(error) || (error instanceof Error && isGrpcServiceError(error.cause));
      logger[isUnavailable ? "debug" : "warn"](
        { kind: message.kind, subjectId: message.subjectId, reason },
        "message not dispatched",
      );
      return { id, done: false, attempts, error: reason, isUnavailable };
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      wake = Promise.withResolvers<void>();
      const isMoreDue = await watchdog.watch("relay", dispatchDue).catch((error: unknown) => {
        logger.warn({ error }, "cannot read the outbox");
        return false;
      });
      if (!isMoreDue) await pause(wake.promise, stopping.signal);
    }
  }

  const running = run();
  return {
    wake() {
      // Without Temporal, each new message would be another failed attempt; the next one is made in `idleMs`.
      if (!isTemporalUnavailable) wake.resolve();
    },
    async stop() {
      stopping.abort();
      wake.resolve();
      await running;
    },
  };
}

type DispatchResult =
  | { readonly id: string; readonly done: true }
  | {
      readonly id: string;
      readonly done: false;
      readonly attempts: number;
      readonly error: string;
      readonly isUnavailable: boolean;
    };

async function pause(woken: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, idleMs);
  await Promise.race([woken, promise]);
  clearTimeout(timer);
}
