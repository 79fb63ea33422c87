import { appendFileSync } from "node:fs";

/** Figures of a drill by name. */
export type Counts = Readonly<Record<string, number>>;

/** Adds figures of a test to the report of the drill that runs it; without one it does nothing. */
export function reportCounts(counts: Counts): void {
  const file = process.env["DRILL_COUNTS"];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
}

/** Counts what a provider has received: requests, and the most for one generation. */
export function countRequests(submissions: ReadonlyMap<string, number>): Counts {
  const counts = [...submissions.values()];
  return {
    "generations at the provider": counts.length,
    "requests at the provider": counts.reduce((sum, count) => sum + count, 0),
    "most requests for one generation": Math.max(0, ...counts),
  };
}
