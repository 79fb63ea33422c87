import { join, resolve } from "node:path";

import type { Config } from "#config.ts";
import { findPostgresUrl } from "#scripts/embedded/postgres.ts";
import { readLiveRun } from "#scripts/embedded/run-record.ts";
import { recordFileOf } from "#scripts/embedded/start-engine.ts";

import { createDashboardLink } from "./create-dashboard-link.ts";

/** Sign-in link of the engine that runs with these settings. Throws with a remedy when none runs. */
export async function linkToRunningEngine(config: Config): Promise<string> {
  const databaseUrl =
    config.DATABASE_URL ?? (await findPostgresUrl(join(resolve(config.DATA_DIR), "postgres")));
  const run = readLiveRun(recordFileOf(config));
  if (databaseUrl === null || (config.DATABASE_URL === undefined && run === undefined)) {
    throw new Error(`No engine runs with DATA_DIR ${config.DATA_DIR}; start it with npm start.`);
  }
  // The engine may run under other settings than this process.
  const publicUrl = run?.addresses?.api ?? config.publicUrl;
  const link = await createDashboardLink({ ...config, publicUrl }, databaseUrl);
  if (link === null) {
    throw new Error("The dashboard is off (DASHBOARD) or not built (npm run build).");
  }
  return link;
}
