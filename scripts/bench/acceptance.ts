import { startTestEngine } from "#test/support/engine.ts";

import { fillDatabase } from "./fill-database.ts";
import type { PartReport } from "./report.ts";
import { compareRounds, measureRounds } from "./rounds.ts";
import { startBareKoa } from "./start-bare-koa.ts";

/** Holds are lines of the ledger, so this many jobs are more than any run accepts. */
const pastJobs = 1_000;

/**
 * Accepted jobs a second: the API with key, limit, validation, routing, hold, events and outbox in one
 * commit, next to Koa with one INSERT, which is a transaction of its own, on one PostgreSQL that waits
 * for the disk. Temporal is away, so that what is measured is acceptance and not the runs that would
 * follow on the same cores; the API is built for that.
 */
export async function acceptance({ seconds }: { seconds: number }): Promise<PartReport> {
  const engine = await startTestEngine({
    studioUrl: "http://127.0.0.1:9",
    durable: true,
    env: { RELAY_BACKLOG_MAX: "10000000" },
  });
  try {
    const databaseUrl = engine.env["DATABASE_URL"] ?? "";
    await fillDatabase({ url: databaseUrl, jobs: pastJobs, organizations: 0 });
    await engine.startApi();
    const bare = await startBareKoa(databaseUrl);
    const body = JSON.stringify({ capability: "text-to-image", prompt: "a red fox in the snow" });
    const ours = {
      url: `${engine.url}/v1/generations`,
      headers: { "x-api-key": engine.key },
      body,
    };
    const measured = await measureRounds(
      {
        engine: ours,
        bare: { url: bare.url, headers: {}, body },
      },
      { seconds },
    );
    await bare.stop();
    return {
      rows: {
        "POST /v1/generations, accepted/s": compareRounds(
          measured,
          "engine",
          "bare",
          "Koa + one INSERT",
        ),
      },
      details: measured,
    };
  } finally {
    await engine.close();
  }
}
