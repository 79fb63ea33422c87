import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";

import { acceptance } from "./bench/acceptance.ts";
import { authentication } from "./bench/authentication.ts";
import { jobs } from "./bench/jobs.ts";
import { startup } from "./bench/startup.ts";
import { streams } from "./bench/streams.ts";

/**
 * Measures the engine next to bare parts in the same run, prints the ratios and writes them as JSON.
 * `npm run bench -- --seconds 10 --jobs 300 --output bench.json`
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "8" },
    jobs: { type: "string", default: "300" },
    streams: { type: "string", default: "2000" },
    output: { type: "string", default: ".cache/bench.json" },
  },
});

const accepted = await acceptance({ seconds: Number(values.seconds) });
const read = await authentication({ seconds: Number(values.seconds) });
const ran = await jobs({ count: Number(values.jobs) });
const streamed = await streams({ count: Number(values.streams) });
const started = await startup();

const report = {
  takenAt: new Date().toISOString(),
  machine: { cores: cpus().length, model: cpus()[0]?.model, node: process.version },
  acceptance: accepted,
  authentication: read,
  jobs: ran,
  streams: streamed,
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
  "GET /v1/plans, requests/s": row(
    read.plans.engine.requestsPerSecond,
    read.bare.requestsPerSecond,
    read.plans.ratio,
    "Koa + one indexed SELECT",
  ),
  "GET /v1/jobs/{jobId} with a key, requests/s": row(
    read.key.engine.requestsPerSecond,
    read.bare.requestsPerSecond,
    read.key.ratio,
    "Koa + one indexed SELECT",
  ),
  "GET /v1/jobs/{jobId} with a token, requests/s": row(
    read.token.engine.requestsPerSecond,
    read.bare.requestsPerSecond,
    read.token.ratio,
    "Koa + one indexed SELECT",
  ),
  "credential and limit, p50 in ms more than bare Koa": row(
    Math.max(read.chain.keyMs, read.chain.tokenMs),
    null,
    null,
    "Koa",
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
  "open event streams, kB each": row(streamed.kilobytesPerStream, null, null, ""),
  "a change told to all of them, in ms": row(streamed.tellAllMs, null, null, ""),
  "start to ready on a warm install, in s": row(started.seconds, null, null, ""),
});
console.log(`written to ${values.output}`);

function row(engine: number, bare: number | null, ratio: number | null, baseline: string) {
  return { engine, baseline: bare, ratio, against: baseline };
}
