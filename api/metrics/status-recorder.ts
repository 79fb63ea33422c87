import type { Logger } from "pino";

import type { ReadinessCheck } from "#api/dependencies.ts";
import type { MikroORM } from "#db/orm.ts";
import { addStatusHours, type StatusHourSeen } from "#db/status.ts";
import type { Watchdog } from "#runtime/watchdog.ts";

import { checkReadiness } from "./readiness.ts";

/** Twice a minute and more, so that no minute is left out. */
const lookMs = 25_000;
const hourMs = 3_600_000;
/** Hours of parts that wait for the database; the oldest are forgotten first. */
const waitingMax = 1_000;

/** The API itself: up in each minute in which at least one of its processes could serve. */
export const apiComponent = "api";

export interface StatusRecorder {
  /** Looks at every part and writes what was found; while the database is away, it is kept for later. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Looks at the parts of the engine again and again and notes in which minutes they could be used:
 * the record behind `GET /v1/status`. Every API process does so; what they note adds up.
 */
export function createStatusRecorder({
  orm,
  checks,
  watchdog,
  log,
  now,
}: {
  orm: MikroORM;
  checks: readonly ReadinessCheck[];
  watchdog: Watchdog;
  log: Logger;
  now: () => Date;
}): StatusRecorder {
  const waiting = new Map<string, StatusHourSeen>();
  let looking: Promise<void> = Promise.resolve();

  function note(component: string, isUp: boolean): void {
    const time = now();
    const hour = new Date(Math.floor(time.getTime() / hourMs) * hourMs);
    const minute = 1n << BigInt(time.getUTCMinutes());
    const name = `${component} ${hour.toISOString()}`;
    const { seen, up } = waiting.get(name) ?? { seen: 0n, up: 0n };
    waiting.set(name, { component, hour, seen: seen | minute, up: isUp ? up | minute : up });
    const oldest = waiting.keys().next();
    if (waiting.size > waitingMax && !oldest.done) waiting.delete(oldest.value);
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
    } catch (error) {
      // It is written with the next; that the database is away is part of it.
      log.debug({ error }, "the record of what is up waits for the database");
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
