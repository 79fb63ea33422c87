import { expect, test } from "vitest";

import { runChaos } from "./run-chaos.ts";

test("no promise is broken while every process is killed at every instant that matters", async () => {
  const seed = Number(process.env["CHAOS_SEED"] ?? Math.floor(Math.random() * 1e9));

  const report = await runChaos({
    seed,
    seconds: 90,
    jobsPerSecond: 3,
    log: () => undefined,
  });

  console.log(report);
  expect(report.violations).toEqual([]);
  expect(Object.values(report.kills).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(8);
}, 600_000);
