import { startTestEngine } from "#test/support/engine/engine.ts";

import { fillDatabase } from "./fill-database.ts";
import type { PartReport } from "./report.ts";
import { compareRounds, measureRounds } from "./rounds.ts";
import { startBareKoa } from "./start-bare-koa.ts";

/** Each hold is a ledger entry, so these are more past jobs than any run accepts. */
const pastJobs = 1_000;

/**
 * Accepted jobs per second. The API authenticates, limits, validates and routes each request, and writes
 * hold, events and outbox row in one commit. The baseline is Koa with one INSERT in its own transaction on
 * the same PostgreSQL, with synchronous commits. Temporal is unreachable, so the runs that would follow do
 * not use the same cores; the API accepts jobs without Temporal.
 */
export async function acceptance({ seconds }: { seconds: number }): Promise<PartReport> {
  const engine = await startTestEngine({
    studioUrl: "http://127.0.0.1:9",
    production: true,
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
        keyed: { ...ours, isKeyed: true },
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
        "with an Idempotency-Key, accepted/s": compareRounds(
          measured,
          "keyed",
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
