import { parseArgs } from "node:util";

import { runChaos } from "#test/chaos/run-chaos.ts";

/**
 * Kills processes of a whole engine under load and looks for broken promises. Exit status 1 when
 * there is one. `npm run chaos -- --minutes 10 --rate 5 --seed 7`
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "3" },
    rate: { type: "string", default: "3" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
  },
});

console.log(`seed ${values.seed}`);
const startedAt = Date.now();
const report = await runChaos({
  seed: Number(values.seed),
  seconds: Number(values.minutes) * 60,
  jobsPerSecond: Number(values.rate),
  log: (line) => console.log(`${Math.round((Date.now() - startedAt) / 1_000)} s  ${line}`),
});

console.table(report.kills);
console.table(report.jobs);
console.log(`quiet after ${report.quietSeconds} s`);
for (const violation of report.violations) console.error(violation);
console.log(`${report.violations.length} violations`);
process.exitCode = report.violations.length > 0 ? 1 : 0;
