import { setTimeout as delay } from "node:timers/promises";

import type { Client } from "pg";

/**
 * Requests queue behind a statement that waits for its lock, so it fails early and is retried. Half of `deadlock_timeout`, after
 * which PostgreSQL ends a transaction of a deadlock: a request that waits for the work, which waits for the request, goes on.
 */
export const lockTimeout = "500ms";
/** About five minutes in total. */
const attemptsMax = 30;
const pauseMsMax = 10_000;
const lockConflict = {
  report: "waits for another transaction",
  failure:
    "cannot lock what it changes: another transaction has held it for minutes. End that transaction and run this again.",
};
/** Problems that pass, by SQLSTATE. */
const problems = new Map([
  // lock_not_available, deadlock_detected
  ["55P03", lockConflict],
  ["40P01", lockConflict],
  // query_canceled: by the statement timeout
  [
    "57014",
    {
      report: "took too long while requests wait for it, and was undone",
      failure: "takes too long while requests wait for it. Run this again during low traffic.",
    },
  ],
]);

export type Log = (line: string) => void;

/** Runs the work in one transaction that waits half a second at most for each lock. */
export async function inTransaction(
  client: Client,
  { statementTimeout }: { statementTimeout: string },
  work: () => Promise<void>,
): Promise<void> {
  await client.query(
    `begin; set local statement_timeout = '${statementTimeout}'; set local lock_timeout = '${lockTimeout}'`,
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
      const problem = problems.get(sqlStateOf(error));
      if (problem === undefined) throw error;
      if (attempt === attemptsMax) throw new Error(`${name} ${problem.failure}`, { cause: error });
      log(`${name} ${problem.report} (attempt ${attempt} of ${attemptsMax})`);
      await delay(Math.min(pauseMsMax, attempt * 1_000));
    }
  }
}

/** SQLSTATE of an error of PostgreSQL, otherwise an empty string. */
export function sqlStateOf(error: unknown): string {
  const hasCode = error instanceof Error && "code" in error && typeof error.code === "string";
  return hasCode ? String(error.code) : "";
}
