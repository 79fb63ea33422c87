import { setTimeout as delay } from "node:timers/promises";

import type { Client } from "pg";

/** Requests queue behind a statement that waits for its lock, so it fails early and is retried. */
export const lockTimeout = "2s";
/** About five minutes in total. */
const attemptsMax = 30;
const pauseMsMax = 10_000;
/** lock_not_available, deadlock_detected */
const lockConflicts = new Set(["55P03", "40P01"]);

export type Log = (line: string) => void;

/** Runs the work in one transaction without a statement timeout that waits 2 s at most for each lock. */
export async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query(
    `begin; set local statement_timeout = 0; set local lock_timeout = '${lockTimeout}'`,
  );
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Retries while other transactions hold the required locks. */
export async function untilLocked(
  name: string,
  log: Log,
  work: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!lockConflicts.has(sqlStateOf(error))) throw error;
      if (attempt === attemptsMax) {
        throw new Error(
          `${name} cannot lock what it changes: another transaction has held it for minutes. End that transaction and run this again.`,
          { cause: error },
        );
      }
      log(`${name} waits for another transaction (attempt ${attempt} of ${attemptsMax})`);
      await delay(Math.min(pauseMsMax, attempt * 1_000));
    }
  }
}

/** SQLSTATE of an error of PostgreSQL, otherwise an empty string. */
export function sqlStateOf(error: unknown): string {
  const hasCode = error instanceof Error && "code" in error && typeof error.code === "string";
  return hasCode ? String(error.code) : "";
}
