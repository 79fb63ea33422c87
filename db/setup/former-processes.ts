import { setTimeout as delay } from "node:timers/promises";

import type { Client } from "pg";

import { schemaVersion } from "#db/migrations/index.ts";

import type { Log } from "./short-locks.ts";

/** An API listens all the time, and the slot keeper of a worker reads rows every second: each has a connection at all times. */
const looksMin = 3;
const lookMs = 1_000;
const reportMs = 30_000;

/**
 * Waits until no process of an earlier release has used this database for three seconds, `waitMsMax` at most. Returns the
 * names of their connections, which `connectionName` gives them; none at success. Other programs are ignored.
 */
export async function waitForFormerProcesses(
  client: Client,
  log: Log,
  waitMsMax: number,
): Promise<string[]> {
  const startedAt = Date.now();
  let reportedAt = 0;
  let unseen = 0;
  for (;;) {
    const former = await listFormerProcesses(client);
    unseen = former.length === 0 ? unseen + 1 : 0;
    if (unseen === looksMin) return [];
    if (former.length > 0 && Date.now() - startedAt >= waitMsMax) return former;
    if (former.length > 0 && Date.now() - reportedAt > reportMs) {
      reportedAt = Date.now();
      log(`waiting for processes of an earlier release to end: ${former.join(", ")}`);
    }
    await delay(lookMs);
  }
}

/** Names of the connections of earlier releases, such as `gme-api/0110`. Releases before 0115 have no number. */
async function listFormerProcesses(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name ~ '^gme-(api|worker|job-listener)'
       and coalesce(substring(application_name from '/(\\d+)$'), '') < $1
     order by 1`,
    [schemaVersion],
  );
  return rows.map(({ name }) => name);
}
