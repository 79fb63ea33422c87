import type { Logger } from "pino";

import type { ReadinessCheck } from "#api/dependencies.ts";
import type { MikroORM } from "#db/orm.ts";
import {
  addRequests,
  addStatusHours,
  type RequestCounts,
  type StatusHourSeen,
} from "#db/status.ts";
import type { Watchdog } from "#runtime/watchdog.ts";

import { checkReadiness } from "./readiness.ts";

/** At least two checks per minute, so that no minute is missed. */
const lookMs = 25_000;
const hourMs = 3_600_000;
/** Maximum of component hours that wait for the database; the oldest are dropped first. */
const waitingMax = 1_000;

/** The API itself: up in each minute in which at least one of its processes could serve. */
export const apiComponent = "api";

export interface StatusRecorder {
  /** Checks every part and records the result; keeps it in memory while the database is unavailable. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Checks the parts of the engine periodically and records the minutes in which they were usable, for `GET
 * /v1/status`. All API processes record; the database merges their results.
 */
export function createStatusRecorder({
  orm,
  checks,
  watchdog,
  countRequests,
  log,
  now,
}: {
  orm: MikroORM;
  checks: readonly ReadinessCheck[];
  watchdog: Watchdog;
  /** Requests since the process has started. */
  countRequests: () => Promise<RequestCounts>;
  log: Logger;
  now: () => Date;
}): StatusRecorder {
  const waiting = new Map<string, StatusHourSeen>();
  let looking: Promise<void> = Promise.resolve();
  let recorded: RequestCounts = { requests: 0, failed: 0 };
  let isAdding = false;

  function note(component: string, isUp: boolean): void {
    const time = now();
    const hour = hourOf(time);
    const minute = 1n << BigInt(time.getUTCMinutes());
    const name = `${component} ${hour.toISOString()}`;
    const { seen, up } = waiting.get(name) ?? { seen: 0n, up: 0n };
    waiting.set(name, { component, hour, seen: seen | minute, up: isUp ? up | minute : up });
    const oldest = waiting.keys().next();
    if (waiting.size > waitingMax && !oldest.done) waiting.delete(oldest.value);
  }

  /** Adds the requests since the last addition. A look that overlaps with a slow one leaves them to the next. */
  async function recordRequests(): Promise<void> {
    if (isAdding) return;
    isAdding = true;
    try {
      const counted = await countRequests();
      const requests = counted.requests - recorded.requests;
      const failed = counted.failed - recorded.failed;
      if (requests > 0) await addRequests(orm.em.fork(), { hour: hourOf(now()), requests, failed });
      recorded = counted;
    } finally {
      isAdding = false;
    }
  }

  async function look(): Promise<void> {
    const { status, checks: results } = await checkReadiness(checks);
    note(apiComponent, status !== "unready");
    for (const result of results) note(result.name, result.status === "ok");
    const batch = [...waiting.entries()];
    try {
      await addStatusHours(
        orm.em.fork(),
        batch.map(([, hour]) => hour),
      );
      for (const [name, hour] of batch) if (waiting.get(name) === hour) waiting.delete(name);
      await recordRequests();
    } catch (error) {
      // Written with the next batch, which then includes the database outage.
      log.debug({ error }, "cannot record the status; waiting for the database");
    }
  }

  const run = () => {
    looking = watchdog.watch("status recorder", look);
  };
  run();
  const timer = setInterval(run, lookMs);
  timer.unref();
  return {
    look,
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}

function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / hourMs) * hourMs);
}
