import { setTimeout as delay } from "node:timers/promises";

import { type LaunchedProcess, describeExit } from "./launch-process.ts";
import type { RunRecord, StopRule } from "./run-record.ts";

/** A process that has to run as long as the engine does. */
export interface Part {
  readonly name: string;
  readonly rule: StopRule;
  /** Longest wait of the supervisor for its end; default: the grace period of its rule. */
  readonly drainMs?: number;
  /** Reports the process as soon as it exists and resolves when it is ready. May be called again. */
  start(onLaunch: (process: LaunchedProcess) => void): Promise<unknown>;
}

export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
  /** A part that ran this long restarts with the first delay. */
  readonly stableMs: number;
}
const defaultBackoff: Backoff = { firstMs: 1_000, maxMs: 30_000, stableMs: 60_000 };

export interface Supervisor {
  /** Resolves when the part is ready; rejects when its first start fails. */
  start(part: Part): Promise<void>;
  /** Ends all parts in the order given, including starting ones, and starts none afterwards. */
  stop(order: readonly string[]): Promise<void>;
}

/** Delay before the next start, in milliseconds. */
export function nextDelayMs(previousMs: number, ranMs: number, backoff: Backoff): number {
  if (previousMs === 0 || ranMs >= backoff.stableMs) return backoff.firstMs;
  return Math.min(previousMs * 2, backoff.maxMs);
}

/** Starts parts, restarts them when they exit, and ends them in order. */
export function createSupervisor(input: {
  readonly record: RunRecord;
  readonly log: (line: string) => void;
  readonly backoff?: Backoff;
}): Supervisor {
  const { record, log, backoff = defaultBackoff } = input;
  const running = new Map<string, { process: LaunchedProcess; part: Part }>();
  const starting = new Set<Promise<unknown>>();
  const stopping = new AbortController();

  async function launch(part: Part): Promise<LaunchedProcess> {
    stopping.signal.throwIfAborted();
    const launched = Promise.withResolvers<LaunchedProcess>();
    const readiness = part.start((process) => {
      running.set(part.name, { process, part });
      void forgetAfterExit(part.name, process);
      try {
        record.add({ name: part.name, ...process.identity, ...part.rule });
      } catch (error) {
        // A full disk: a process without a record would be left running after a crash of this one.
        void stopPart(process, part);
        throw error;
      }
      // The part was launched while the supervisor began to stop.
      if (stopping.signal.aborted) void stopPart(process, part);
      launched.resolve(process);
    });
    starting.add(readiness);
    try {
      await readiness;
    } finally {
      starting.delete(readiness);
    }
    return launched.promise;
  }

  async function forgetAfterExit(name: string, process: LaunchedProcess): Promise<void> {
    await process.exited;
    record.remove(process.identity.pid);
    if (running.get(name)?.process === process) running.delete(name);
  }

  async function keepRunning(part: Part, first: LaunchedProcess): Promise<void> {
    let process: LaunchedProcess | undefined = first;
    let delayMs = 0;
    let since = Date.now();
    for (;;) {
      const reason = process ? describeExit(await process.exited) : "it did not get ready";
      if (stopping.signal.aborted) return;
      delayMs = nextDelayMs(delayMs, Date.now() - since, backoff);
      log(`${part.name} ended (${reason}), starts again in ${delayMs / 1_000} s`);
      try {
        await delay(delayMs, undefined, { signal: stopping.signal });
        since = Date.now();
        process = await launch(part);
        log(`${part.name} runs again`);
      } catch (error) {
        if (stopping.signal.aborted) return;
        process = undefined;
        log(`${part.name} did not start: ${(error as Error).message}`);
      }
    }
  }

  async function stopOne(name: string): Promise<void> {
    const found = running.get(name);
    if (!found) return;
    await stopPart(found.process, found.part);
    await found.process.exited;
  }

  return {
    async start(part) {
      const process = await launch(part);
      void keepRunning(part, process);
    },
    async stop(order) {
      stopping.abort();
      for (const name of order) await stopOne(name);
      await Promise.allSettled(starting);
    },
  };
}

async function stopPart(process: LaunchedProcess, { rule, drainMs }: Part): Promise<void> {
  await process.stop(rule.signal, drainMs ?? rule.graceMs);
}
