import { findFreePort } from "#scripts/embedded/ports.ts";
import { startTestEngine } from "#test/support/engine.ts";
import { startFakeStudio } from "#test/support/fake-studio.ts";
import { startNodeProcess } from "#test/support/node-process.ts";

import { load, type LoadResult } from "./load.ts";

const connections = 32;
const warmUpSeconds = 2;

/**
 * Accepted requests per second: the API with key, limit, validation, routing, hold and outbox in one
 * commit, next to Koa with one INSERT, on one PostgreSQL. Temporal is away, so that what is measured
 * is acceptance and not the runs that would follow on the same cores; the API is built for that.
 */
export async function acceptance({ seconds }: { seconds: number }): Promise<{
  engine: LoadResult;
  bare: LoadResult;
  ratio: number;
}> {
  const studio = await startFakeStudio();
  const engine = await startTestEngine({
    studioUrl: studio.url,
    durable: true,
    env: { RELAY_BACKLOG_MAX: "10000000" },
  });
  try {
    const body = JSON.stringify({ message: "a red fox in a snowy forest at night" });
    await engine.startApi();
    const request = { body, headers: { "x-api-key": engine.key }, connections };
    await load(`${engine.url}/v1/chat`, { ...request, seconds: warmUpSeconds });
    const ours = await load(`${engine.url}/v1/chat`, { ...request, seconds });

    const port = await findFreePort();
    const bareUrl = `http://127.0.0.1:${port}/`;
    const bare = await startNodeProcess({
      entry: "scripts/bench/bare-koa.ts",
      env: { DATABASE_URL: engine.env["DATABASE_URL"], PORT: String(port) },
      readyUrl: bareUrl,
    });
    await load(bareUrl, { ...request, seconds: warmUpSeconds });
    const theirs = await load(bareUrl, { ...request, seconds });
    await bare.stop();
    return {
      engine: ours,
      bare: theirs,
      ratio: round(ours.requestsPerSecond / theirs.requestsPerSecond),
    };
  } finally {
    await engine.close();
    await studio.close();
  }
}

export function round(ratio: number): number {
  return Math.round(ratio * 100) / 100;
}
