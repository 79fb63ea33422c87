import { setTimeout as delay } from "node:timers/promises";

import { Pool } from "pg";

import { forwardNotices, jobEventChannel } from "#db/forward-notices.ts";
import { startTestEngine } from "#test/support/engine/engine.ts";

import { fillDatabase } from "./fill-database.ts";
import { medianOf, type PartReport, round } from "./report.ts";

const clients = 32;
const rounds = 5;
const turnMs = 2_000;

/** Ways to announce a commit that changes a job: as the engine does, not at all, and in the transaction. */
type Way = "announced" | "silent" | "notifies itself";

/** Commits a second of 32 clients, each of which changes a separate job. PostgreSQL waits for the disk. */
export async function commits(): Promise<PartReport> {
  const engine = await startTestEngine({ studioUrl: "http://127.0.0.1:9" });
  const url = engine.env["DATABASE_URL"] ?? "";
  const connect = () => {
    const pool = new Pool({ connectionString: url, max: clients });
    // PostgreSQL ends after the measurement, maybe before an idle connection.
    pool.on("error", () => undefined);
    return pool;
  };
  const [announcing, silent] = [connect(), connect()];
  forwardNotices(announcing);
  try {
    await fillDatabase({ url, jobs: 10_000, organizations: 0 });
    const rows = await engine.orm.em
      .fork()
      .execute<{ id: string }[]>(
        `select id from jobs where finished_at is null order by id limit ?`,
        [clients],
      );
    const jobIds = rows.map(({ id }) => id);
    const ways = {
      announced: async () => load(announcing, { jobIds }),
      silent: async () => load(silent, { jobIds }),
      "notifies itself": async () => load(silent, { jobIds, notifies: true }),
    };
    const perSecond: Record<Way, number[]> = { announced: [], silent: [], "notifies itself": [] };
    for (let count = 0; count <= rounds; count += 1) {
      for (const way of Object.keys(ways) as Way[]) {
        const rate = await ways[way]();
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
    await Promise.all([announcing, silent].map(async (pool) => pool.end()));
    await engine.close();
  }
}

async function load(
  pool: Pool,
  { jobIds, notifies = false }: { jobIds: readonly string[]; notifies?: boolean },
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
