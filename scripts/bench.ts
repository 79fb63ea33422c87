import { mkdir, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";

import { acceptance } from "./bench/acceptance.ts";
import { commits } from "./bench/commits.ts";
import { dashboard } from "./bench/dashboard.ts";
import { events } from "./bench/events.ts";
import { jobs } from "./bench/jobs.ts";
import { maps } from "./bench/maps.ts";
import { reads } from "./bench/reads.ts";
import type { PartReport } from "./bench/report.ts";
import { runs } from "./bench/runs.ts";
import { sizes } from "./bench/sizes.ts";
import { startup } from "./bench/startup.ts";
import { streams } from "./bench/streams.ts";

const usage = `npm run bench -- [part …] [--seconds 10] [--jobs 300] [--rows 100000] [--requests 400] [--streams 2000]
       [--items 100]

Measures the engine next to bare parts in the same run, prints the ratios and writes them as JSON
(--output, .cache/bench.json). Without a part it runs all of them, which takes about eleven minutes.

  acceptance  30 s   accepted jobs a second; --seconds of load on each side
  reads       60 s   a job read with a key; --seconds of load on each side
  jobs        60 s   latency of whole jobs, 1, 20 and 200 at once; --jobs at 20
  runs        60 s   steps of pipelines and accepted runs; --jobs / 15 of them
  maps       120 s   three runs with a map of --items next to jobs of another organization; Linux only
  sizes       60 s   the same requests with 10 jobs in the database and with --rows;
                     with 1000000 rows about four minutes and 4 GB of disk
  events      30 s   CPU time of the database for the triggers of events; Linux only
  commits     60 s   commits that change a job, of 32 clients, with and without notices
  streams     60 s   open event streams; --streams of them
  startup     20 s   npm start
  dashboard  260 s   web vitals of its pages on slow 4G with a fourth of the processor, and the
                     library with 10000 files`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "10" },
    jobs: { type: "string", default: "300" },
    rows: { type: "string", default: "100000" },
    requests: { type: "string", default: "400" },
    streams: { type: "string", default: "2000" },
    items: { type: "string", default: "100" },
    output: { type: "string", default: ".cache/bench.json" },
    help: { type: "boolean", default: false },
  },
});

const parts: Readonly<Record<string, () => Promise<PartReport>>> = {
  acceptance: async () => acceptance({ seconds: Number(values.seconds) }),
  reads: async () => reads({ seconds: Number(values.seconds) }),
  jobs: async () => jobs({ count: Number(values.jobs) }),
  runs: async () => runs({ count: Math.ceil(Number(values.jobs) / 15) }),
  maps: async () => maps({ items: Number(values.items) }),
  sizes: async () => sizes({ jobs: Number(values.rows), count: Number(values.requests) }),
  streams: async () => streams({ count: Number(values.streams) }),
  commits,
  dashboard,
  events,
  startup,
};
const names = positionals.length === 0 ? Object.keys(parts) : positionals;

if (values.help || names.some((name) => !(name in parts))) {
  console.log(usage);
  process.exit(values.help ? 0 : 2);
}

const reports: Record<string, unknown> = {};
for (const name of names) {
  const startedAt = performance.now();
  const report = await parts[name]?.();
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`${name}, ${seconds} s`);
  console.table(report?.rows);
  reports[name] = { seconds, ...report };
}
const machine = { cores: cpus().length, model: cpus()[0]?.model, node: process.version };
await mkdir(".cache", { recursive: true });
const report = { takenAt: new Date().toISOString(), machine, parts: reports };
await writeFile(values.output, `${JSON.stringify(report, null, 2)}\n`);
console.log(`written to ${values.output}`);
