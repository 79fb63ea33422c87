import { readFile } from "node:fs/promises";

import { createJobs, type NewJob } from "#db/jobs/jobs.ts";
import { connectDatabase, type MikroORM } from "#db/orm.ts";
import { startTestEngine } from "#test/support/engine/engine.ts";

import { fillDatabase } from "./fill-database.ts";
import { medianOf, type PartReport, round, type Row } from "./report.ts";

const pastJobs = 10_000;
const rounds = 30;
const turnsPerRound = 30;
const batchSize = 16;

/**
 * Cost of the event triggers: CPU time of the PostgreSQL backend (as Linux counts it) per statement,
 * alternating between trigger enabled and disabled. Excludes network, disk and other load.
 */
export async function events(): Promise<PartReport> {
  const engine = await startTestEngine({ studioUrl: "http://127.0.0.1:9" });
  const url = engine.env["DATABASE_URL"] ?? "";
  const orm = await connectDatabase({ url, poolMax: 1 });
  try {
    await fillDatabase({ url, jobs: pastJobs, organizations: 0 });
    const [key] = await query<{ id: string }>(orm, "select id from api_keys limit 1");
    const job = newJob(key?.id ?? "");
    const accept = (size: number) => async () =>
      createJobs(
        orm.em.fork(),
        Array.from({ length: size }, () => job),
      );
    const rows = {
      "accepting a job, ms": await compare(orm, "jobs_accepted", accept(1)),
      [`accepting ${batchSize} jobs, ms`]: await compare(orm, "jobs_accepted", accept(batchSize)),
      "changing a status, ms": await compare(orm, "jobs_changed", await changes(orm)),
    };
    return { rows, details: null };
  } finally {
    await orm.close();
    await engine.close();
  }
}

async function compare(orm: MikroORM, trigger: string, turn: () => Promise<unknown>): Promise<Row> {
  const cpuMs = await cpuOfConnection(orm);
  const spentMs = { enable: [] as number[], disable: [] as number[] };
  for (let count = 0; count < rounds; count += 1) {
    for (const word of ["enable", "disable"] as const) {
      await query(orm, `alter table jobs ${word} trigger ${trigger}`);
      // Planning the statement again after ALTER TABLE is not the trigger's cost.
      await turn();
      const before = await cpuMs();
      for (let number = 0; number < turnsPerRound; number += 1) await turn();
      spentMs[word].push(((await cpuMs()) - before) / turnsPerRound);
    }
  }
  const measured = medianOf(spentMs.enable, (ms) => ms);
  const baseline = medianOf(spentMs.disable, (ms) => ms);
  return {
    measured: round(measured),
    baseline: round(baseline),
    ratio: round(measured / baseline),
    against: `${trigger} off`,
  };
}

async function cpuOfConnection(orm: MikroORM): Promise<() => Promise<number>> {
  const [row] = await query<{ pid: number }>(orm, "select pg_backend_pid() as pid");
  return async () => {
    const [nanoseconds = ""] = (await readFile(`/proc/${row?.pid}/schedstat`, "utf8")).split(" ");
    return Number(nanoseconds) / 1e6;
  };
}

/** Each call starts another job. */
async function changes(orm: MikroORM): Promise<() => Promise<unknown>> {
  const queued = await query<{ id: string }>(orm, "select id from jobs where status = 'queued'");
  const ids = queued.map(({ id }) => id).values();
  return async () =>
    orm.em
      .fork()
      .execute(`update jobs set status = 'processing', started_at = now() where id = ?`, [
        ids.next().value,
      ]);
}

async function query<Found extends object>(orm: MikroORM, sql: string): Promise<Found[]> {
  return orm.em.fork().execute<Found[]>(sql);
}

function newJob(apiKeyId: string): NewJob {
  return {
    organizationId: "org_local",
    accountId: "acc_local",
    apiKeyId,
    source: "generation",
    request: {
      prompt: "a red fox in the snow",
      capability: "text-to-image",
      parseIntent: false,
      inputs: [],
      parameters: {},
    },
    contentType: "image",
    capability: "text-to-image",
    metadata: {},
    choice: {
      modelId: "studio-image",
      providerSlug: "studio",
      providerKeyId: null,
      credits: 1,
      routing: { strategy: "quality", reason: "the only usable model", assumptions: [] },
    },
    idempotency: null,
  };
}
