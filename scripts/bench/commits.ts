import { setTimeout as delay } from "node:timers/promises";

import { Pool } from "pg";

import { forwardNotices, jobEventChannel } from "#db/forward-notices.ts";
import { startTestEngine } from "#test/support/engine/engine.ts";

import { fillDatabase } from "./fill-database.ts";
import { medianOf, type PartReport, round } from "./report.ts";

const clients = 32;
const rounds = 5;
const turnMs = 2_000;

/** A commit that changes a job: as the engine makes it, without announcing the change, or announcing it itself. */
const ways = {
  announced: { forwards: true, notifies: false },
  silent: { forwards: false, notifies: false },
  "notifies itself": { forwards: false, notifies: true },
} as const;
type Way = keyof typeof ways;

/** Commits a second of 32 clients, each of which changes a separate job. PostgreSQL waits for the disk. */
export async function commits(): Promise<PartReport> {
  const engine = await startTestEngine({ studioUrl: "http://127.0.0.1:9" });
  const url = engine.env["DATABASE_URL"] ?? "";
  const pools = Object.fromEntries(
    Object.entries(ways).map(([way, { forwards }]) => {
      const pool = new Pool({ connectionString: url, max: clients });
      // PostgreSQL ends after the measurement, maybe before an idle connection.
      pool.on("error", () => undefined);
      if (forwards) forwardNotices(pool);
      return [way, pool];
    }),
  );
  try {
    await fillDatabase({ url, jobs: 10_000, organizations: 0 });
    const { rows } = await engine.orm.em
      .getConnection()
      .getNativeClient()
      .then(async (pool) =>
        pool.query<{ id: string }>(
          `select id from jobs where finished_at is null order by id limit $1`,
          [clients],
        ),
      );
    const jobIds = rows.map(({ id }) => id);
    const perSecond: Record<Way, number[]> = { announced: [], silent: [], "notifies itself": [] };
    for (let count = 0; count <= rounds; count += 1) {
      for (const way of Object.keys(ways) as Way[]) {
        const rate = await load(pools[way] ?? expectPool(), { jobIds, ...ways[way] });
        // The first round warms up.
        if (count > 0) perSecond[way].push(rate);
      }
    }
    const median = (way: Way) => medianOf(perSecond[way], (rate) => rate);
    const rowOf = (way: Way) => ({
      measured: round(median(way)),
      baseline: round(median("silent")),
      ratio: round(median(way) / median("silent")),
      against: "the same commits without notices",
    });
    return {
      rows: {
        "announced after the commit, a second": rowOf("announced"),
        "notified in the transaction, a second": rowOf("notifies itself"),
      },
      details: perSecond,
    };
  } finally {
    await Promise.all(Object.values(pools).map(async (pool) => pool.end()));
    await engine.close();
  }
}

async function load(
  pool: Pool,
  { jobIds, notifies }: { jobIds: readonly string[]; notifies: boolean },
): Promise<number> {
  const until = performance.now() + turnMs;
  let count = 0;
  await Promise.all(
    jobIds.map(async (jobId) => {
      for (let turn = 0; performance.now() < until; turn += 1) {
        const client = await pool.connect();
        try {
          await client.query("begin");
          await client.query(`update jobs set stage = $2 where id = $1`, [
            jobId,
            turn % 2 === 0 ? "submitting" : "storing",
          ]);
          if (notifies) {
            await client.query("select pg_notify($1, $2)", [
              jobEventChannel,
              `${jobId} job.stage org`,
            ]);
          }
          await client.query("commit");
        } finally {
          client.release();
        }
        count += 1;
      }
    }),
  );
  const rate = count / (turnMs / 1_000);
  await delay(200);
  return rate;
}

function expectPool(): never {
  throw new Error("expected a pool for each way");
}
