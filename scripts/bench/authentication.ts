import { Agent, get } from "node:http";

import { createAccessTokens } from "#api/auth/access-token.ts";
import { createSession } from "#db/sessions.ts";
import { createVault } from "#db/vault.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine.ts";
import { startNodeProcess } from "#test/support/node-process.ts";

import { round } from "./acceptance.ts";
import { load, type LoadResult } from "./load.ts";

const connections = 32;
const warmUpSeconds = 3;
/** What else runs on the machine comes and goes, so each round measures all of them, and the median counts. */
const rounds = 5;
const aloneCount = 3_000;
const masterKey = "a master key of benchmarks that is long enough";

interface Comparison {
  readonly engine: LoadResult;
  readonly ratio: number;
}

/** Median of a request that does nothing but pass the chain, less that of bare Koa; one at a time. */
interface ChainCost {
  readonly keyMs: number;
  readonly tokenMs: number;
}

/**
 * What it costs to know who calls and how often, next to Koa with one indexed SELECT, on one PostgreSQL,
 * over the same connections: a small answer that needs no row of its own (`plans`), and a whole job with
 * outputs, attempts and billing, whose row the SELECT reads (`key`, `token`).
 */
export async function authentication({ seconds }: { seconds: number }): Promise<{
  bare: LoadResult;
  plans: Comparison;
  key: Comparison;
  token: Comparison;
  chain: ChainCost;
}> {
  const engine = await startTestEngine({
    studioUrl: "http://127.0.0.1:9",
    durable: true,
    env: { MASTER_KEY: masterKey },
  });
  try {
    await engine.startApi();
    const jobId = await engine.createJob({ message: "a red fox" });
    const bareUrl = await startBare(engine);
    const key = { "x-api-key": engine.key };
    const token = { authorization: `Bearer ${await signIn(engine)}` };
    const read = {
      bare: { url: `${bareUrl}/jobs/${jobId}`, headers: {} },
      plans: { url: `${engine.url}/v1/plans`, headers: key },
      key: { url: `${engine.url}/v1/jobs/${jobId}`, headers: key },
      token: { url: `${engine.url}/v1/jobs/${jobId}`, headers: token },
    };
    const roundSeconds = Math.max(1, Math.round(seconds / rounds));
    const measured = await measureRounds(read, roundSeconds);
    const bareMs = await medianMs(bareUrl, {});
    const live = `${engine.url}/v1/health/live`;
    return {
      bare: medianOf(
        measured.map((one) => one.bare),
        (one) => one.requestsPerSecond,
      ),
      plans: compare(measured, "plans"),
      key: compare(measured, "key"),
      token: compare(measured, "token"),
      chain: {
        keyMs: round((await medianMs(live, key)) - bareMs),
        tokenMs: round((await medianMs(live, token)) - bareMs),
      },
    };
  } finally {
    await engine.close();
  }
}

type Name = "bare" | "plans" | "key" | "token";
type Round = Record<Name, LoadResult>;
type Requests = Record<Name, { url: string; headers: Record<string, string> }>;

async function measureRounds(requests: Requests, roundSeconds: number): Promise<Round[]> {
  const read = async (name: Name, seconds: number) => {
    const { url, headers } = requests[name];
    return load(url, { headers, connections, seconds });
  };
  for (const name of ["bare", "plans", "key", "token"] as const) await read(name, warmUpSeconds);
  const measured: Round[] = [];
  for (let count = 0; count < rounds; count += 1) {
    measured.push({
      bare: await read("bare", roundSeconds),
      plans: await read("plans", roundSeconds),
      key: await read("key", roundSeconds),
      token: await read("token", roundSeconds),
    });
  }
  return measured;
}

function compare(measured: readonly Round[], name: Name): Comparison {
  const failed = measured.reduce((sum, one) => sum + one[name].failed, 0);
  if (failed > 0) throw new Error(`${failed} requests of the benchmark failed`);
  const ratioOf = (one: Round) => one[name].requestsPerSecond / one.bare.requestsPerSecond;
  return {
    engine: medianOf(
      measured.map((one) => one[name]),
      (one) => one.requestsPerSecond,
    ),
    ratio: round(ratioOf(medianOf(measured, ratioOf))),
  };
}

function medianOf<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item {
  const sorted = items.toSorted((left, right) => valueOf(left) - valueOf(right));
  return sorted[Math.floor(sorted.length / 2)] as Item;
}

async function startBare(engine: TestEngine): Promise<string> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  await startNodeProcess({
    entry: "scripts/bench/bare-koa.ts",
    env: { DATABASE_URL: engine.env["DATABASE_URL"], PORT: String(port) },
    readyUrl: url,
  });
  return url;
}

async function signIn({ orm, url }: TestEngine): Promise<string> {
  const [owner] = await orm.em.fork().execute<{ id: string }[]>("select id from accounts limit 1");
  const session = await createSession(orm.em.fork(), {
    accountId: owner?.id ?? "",
    method: "password",
    address: null,
    userAgent: null,
  });
  if (session === null) throw new Error("nobody can sign in");
  return createAccessTokens({ orm, vault: createVault(masterKey), publicUrl: url }).issue(session);
}

/** Median time of one request after the other over one connection. */
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
