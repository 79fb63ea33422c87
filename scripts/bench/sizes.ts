import { writeCursor } from "#api/http/cursor.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";

import { fillDatabase } from "./fill-database.ts";
import { type PartReport, round, type Row } from "./report.ts";

const fewJobs = 10;
/** Half of `fewJobs`, so both sizes return the same number of rows. */
const limit = 5;
const organizations = 40;
const warmUpCount = 30;
const readJobs = 200;

/**
 * Sends the same requests to a database with ten jobs and to one with `jobs`, alternating, so other load on
 * the machine slows both down.
 */
export async function sizes({ jobs, count }: { jobs: number; count: number }): Promise<PartReport> {
  const small = await startSized({ jobs: fewJobs, organizations: 0 });
  try {
    const large = await startSized({ jobs, organizations });
    try {
      const requests = { small: await requestsOf(small), large: await requestsOf(large) };
      const rows: Record<string, Row> = {};
      const details: Record<string, unknown> = {};
      for (const name of requestNames) {
        const times = { small: [] as number[], large: [] as number[] };
        for (let index = -warmUpCount; index < count; index += 1) {
          for (const size of ["small", "large"] as const) {
            const startedAt = performance.now();
            await requests[size][name](Math.abs(index));
            if (index >= 0) times[size].push(performance.now() - startedAt);
          }
        }
        const found = { small: percentilesOf(times.small), large: percentilesOf(times.large) };
        details[name] = found;
        rows[`${name}, p95 in ms`] = {
          measured: found.large.p95Ms,
          baseline: found.small.p95Ms,
          ratio: round(found.large.p95Ms / found.small.p95Ms),
          against: `${jobs} jobs, next to ${fewJobs}`,
        };
      }
      return { rows, details };
    } finally {
      await large.close();
    }
  } finally {
    await small.close();
  }
}

async function startSized(past: { jobs: number; organizations: number }): Promise<TestEngine> {
  const engine = await startTestEngine({
    studioUrl: "http://127.0.0.1:9",
    production: true,
    env: { RELAY_BACKLOG_MAX: "10000000" },
  });
  await fillDatabase({ url: engine.env["DATABASE_URL"] ?? "", ...past });
  await engine.startApi();
  return engine;
}

/** The POST comes last, because it changes the first page. */
const requestNames = [
  "GET /v1/jobs",
  "GET /v1/jobs?status=completed",
  "GET /v1/jobs, a page in the middle",
  "GET /v1/jobs/{jobId}",
  "GET /v1/jobs/{jobId}/events",
  "GET /v1/credits/ledger",
  "POST /v1/generations",
] as const;

type Requests = Record<(typeof requestNames)[number], (index: number) => Promise<void>>;

async function requestsOf(engine: TestEngine): Promise<Requests> {
  const ids = await listIds(engine);
  const middle = ids[Math.floor(ids.length / 2)] ?? "";
  const cursor = writeCursor(engine.env["SIGNING_SECRET"] ?? "", "jobs", middle);
  const read = (path: string) => async () => call(engine, "GET", path);
  return {
    "GET /v1/jobs": read(`/v1/jobs?limit=${limit}`),
    "GET /v1/jobs?status=completed": read(`/v1/jobs?limit=${limit}&status=completed`),
    "GET /v1/jobs, a page in the middle": read(`/v1/jobs?limit=${limit}&cursor=${cursor}`),
    "GET /v1/jobs/{jobId}": async (index) =>
      call(engine, "GET", `/v1/jobs/${ids[index % ids.length]}`),
    "GET /v1/jobs/{jobId}/events": async (index) =>
      call(engine, "GET", `/v1/jobs/${ids[index % ids.length]}/events`),
    "GET /v1/credits/ledger": read(`/v1/credits/ledger?limit=${limit}`),
    "POST /v1/generations": async () =>
      call(engine, "POST", "/v1/generations", {
        capability: "text-to-image",
        prompt: "a red fox in the snow",
      }),
  };
}

/** Some of the caller's completed jobs from the whole table, in order of creation. */
async function listIds({ orm }: TestEngine): Promise<string[]> {
  const rows = await orm.em.fork().execute<{ id: string }[]>(
    `select id from (
       select id, row_number() over (order by id) as place, count(*) over () as of_all from jobs
       where organization_id = 'org_local' and status = 'completed') as numbered
     where place % greatest(1, of_all / ${readJobs}) = 0 order by id`,
  );
  return rows.map(({ id }) => id);
}

async function call(
  engine: TestEngine,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const response = await engine.call(method, path, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
}

function percentilesOf(times: readonly number[]): { p50Ms: number; p95Ms: number } {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number) => round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}
