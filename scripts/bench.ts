import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";

import { acceptance } from "./bench/acceptance.ts";
import { jobs } from "./bench/jobs.ts";
import { startup } from "./bench/startup.ts";

/**
 * Measures the engine next to bare parts in the same run, prints the ratios and writes them as JSON.
 * `npm run bench -- --seconds 10 --jobs 300 --output bench.json`
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "8" },
    jobs: { type: "string", default: "300" },
    output: { type: "string", default: ".cache/bench.json" },
  },
});

const accepted = await acceptance({ seconds: Number(values.seconds) });
const ran = await jobs({ count: Number(values.jobs) });
const started = await startup();

const report = {
  takenAt: new Date().toISOString(),
  machine: { cores: cpus().length, model: cpus()[0]?.model, node: process.version },
  acceptance: accepted,
  jobs: ran,
  startup: started,
};
await mkdir(".cache", { recursive: true });
await writeFile(values.output, `${JSON.stringify(report, null, 2)}\n`);

console.table({
  "POST /v1/chat, requests/s": row(
    accepted.engine.requestsPerSecond,
    accepted.bare.requestsPerSecond,
    accepted.ratio,
    "Koa + one INSERT",
  ),
  "jobs with an instant provider, jobs/s": row(
    ran.engine.perSecond,
    ran.bare.perSecond,
    ran.ratio,
    "bare Temporal workflow",
  ),
  "one job alone, p50 in ms": row(
    ran.alone.engine.p50Ms,
    ran.alone.bare.p50Ms,
    ran.alone.ratio,
    "bare Temporal workflow",
  ),
  "start to ready on a warm install, in s": row(started.seconds, null, null, ""),
});
console.log(`written to ${values.output}`);

function row(engine: number, bare: number | null, ratio: number | null, baseline: string) {
  return { engine, baseline: bare, ratio, against: baseline };
}
