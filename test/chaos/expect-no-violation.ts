import { expect } from "vitest";

import { runChaos } from "./run-chaos.ts";

/** Runs chaos with a random seed, which it prints, or that of `CHAOS_SEED`. */
export async function expectNoViolation({ seconds }: { readonly seconds: number }): Promise<void> {
  const report = await runChaos({
    seed: Number(process.env["CHAOS_SEED"] ?? Math.floor(Math.random() * 1e9)),
    seconds,
    jobsPerSecond: 3,
    log: () => undefined,
  });

  console.log(report);
  for (const timeline of report.timelines) console.log(timeline);
  expect(report.violations).toEqual([]);
  expect(Object.keys(report.disturbances).length).toBeGreaterThan(3);
}
