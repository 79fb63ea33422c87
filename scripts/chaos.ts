import { parseArgs } from "node:util";

import type { FateCounts } from "#test/chaos/made-work.ts";
import { runChaos } from "#test/chaos/run-chaos.ts";

/**
 * Breaks a whole engine and its dependencies under load and looks for violated guarantees. Exits with 1 when
 * it finds one. `npm run chaos -- --minutes 30 --rate 5 --seed 7 --without deployed,storage`
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "3" },
    rate: { type: "string", default: "3" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
    only: { type: "string", default: "" },
    without: { type: "string", default: "" },
  },
});

console.log(`seed ${values.seed}`);
const startedAt = Date.now();
const report = await runChaos({
  seed: Number(values.seed),
  seconds: Number(values.minutes) * 60,
  jobsPerSecond: Number(values.rate),
  only: toList(values.only),
  without: toList(values.without),
  log: (line) => console.log(`${Math.round((Date.now() - startedAt) / 1_000)} s  ${line}`),
});

console.table(report.disturbances);
console.table(report.gates);
console.table(report.jobs);
console.table(
  Object.fromEntries(
    Object.entries(report.made).map(([name, counts]) => [
      name,
      { ...counts, "share undelivered or lost": shareOf(counts) },
    ]),
  ),
);
console.log(`quiet after ${report.quietSeconds} s`);
for (const timeline of report.timelines) console.error(timeline);
for (const violation of report.violations) console.error(violation);
console.log(`${report.violations.length} violations`);
process.exitCode = report.violations.length > 0 ? 1 : 0;

function shareOf({ made, undelivered, lost, unaccounted }: FateCounts): string {
  return `${((100 * (undelivered + lost + unaccounted)) / made).toFixed(1)} %`;
}

function toList(parts: string): string[] {
  return parts.split(",").filter((part) => part !== "");
}
