import { Agent, get } from "node:http";

import { createAccessTokens } from "#api/auth/access-token.ts";
import { createSession } from "#db/accounts/sessions.ts";
import { createVault } from "#db/vault.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";

import { fillDatabase } from "./fill-database.ts";
import { medianOf, type PartReport, round, type Row } from "./report.ts";
import { compareRounds, measureRounds } from "./rounds.ts";
import { startBareKoa } from "./start-bare-koa.ts";

const aloneCount = 3_000;
const masterKey = "a master key of benchmarks that is long enough";

/**
 * Cost of authentication and rate limits. The baseline is Koa with one indexed SELECT on the same PostgreSQL
 * over the same connections. `plans` reads a small response without a row; `key` reads a whole completed job
 * with output, attempt and billing, whose row the SELECT reads, too. Sessions have too few requests an hour for a load.
 */
export async function reads({ seconds }: { seconds: number }): Promise<PartReport> {
  const engine = await startTestEngine({
    studioUrl: "http://127.0.0.1:9",
    production: true,
    env: { MASTER_KEY: masterKey },
  });
  try {
    const databaseUrl = engine.env["DATABASE_URL"] ?? "";
    await fillDatabase({ url: databaseUrl, jobs: 1_000, organizations: 0 });
    await engine.startApi();
    const bare = await startBareKoa(databaseUrl);
    const jobId = await findJobWithOutput(engine);
    const key = { "x-api-key": engine.key };
    const token = { authorization: `Bearer ${await signIn(engine)}` };
    const measured = await measureRounds(
      {
        bare: { url: `${bare.url}/jobs/${jobId}`, headers: {} },
        plans: { url: `${engine.url}/v1/plans`, headers: key },
        key: { url: `${engine.url}/v1/jobs/${jobId}`, headers: key },
      },
      { seconds },
    );
    const bareMs = await medianMs(bare.url, {});
    const live = `${engine.url}/v1/health/live`;
    const chain = async (headers: Record<string, string>): Promise<Row> => ({
      measured: round((await medianMs(live, headers)) - bareMs),
      baseline: null,
      ratio: null,
      against: "Koa, median of one request after the other",
    });
    const against = "Koa + one indexed SELECT";
    const rows = {
      "GET /v1/plans, requests/s": compareRounds(measured, "plans", "bare", against),
      "GET /v1/jobs/{jobId} with a key, requests/s": compareRounds(
        measured,
        "key",
        "bare",
        against,
      ),
      "key and limit, ms more than nothing": await chain(key),
      "token and limit, ms more than nothing": await chain(token),
    };
    await bare.stop();
    return { rows, details: measured };
  } finally {
    await engine.close();
  }
}

async function findJobWithOutput({ orm }: TestEngine): Promise<string> {
  const [row] = await orm.em
    .fork()
    .execute<{ job_id: string }[]>(
      "select job_id from outputs where deleted_at is null order by job_id desc limit 1",
    );
  if (row === undefined) throw new Error("no job has an output");
  return row.job_id;
}

async function signIn({ orm, url }: TestEngine): Promise<string> {
  const session = await createSession(orm.em.fork(), {
    accountId: "acc_local",
    method: "password",
    address: null,
    userAgent: null,
    isBound: false,
  });
  if (session === null) throw new Error("the test account cannot sign in");
  return createAccessTokens({ orm, vault: createVault(masterKey), publicUrl: url }).issue(session);
}

/** Median time of sequential requests over one connection. */
async function medianMs(url: string, headers: Record<string, string>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let count = 0; count < aloneCount; count += 1) {
    const startedAt = performance.now();
    await new Promise<void>((resolve, reject) => {
      get(url, { agent, headers }, (response) => {
        response.resume().once("end", () => resolve());
      }).once("error", reject);
    });
    times.push(performance.now() - startedAt);
  }
  agent.destroy();
  return medianOf(times, (time) => time);
}
