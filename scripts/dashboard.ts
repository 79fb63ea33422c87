import { join, resolve } from "node:path";

import { loadConfigOrExit } from "#config.ts";

import { createDashboardLink } from "./dashboard/create-dashboard-link.ts";
import { findPostgresUrl } from "./embedded/postgres.ts";
import { readLiveRun } from "./embedded/run-record.ts";
import { recordFileOf } from "./embedded/start-engine.ts";

/** Process (`npm run dashboard`): prints another sign-in link of a running engine. */
const config = loadConfigOrExit(process.env);
try {
  const databaseUrl =
    config.DATABASE_URL ?? (await findPostgresUrl(join(resolve(config.DATA_DIR), "postgres")));
  const run = readLiveRun(recordFileOf(config));
  if (databaseUrl === null || (config.DATABASE_URL === undefined && run === undefined)) {
    throw new Error(`No engine runs with DATA_DIR ${config.DATA_DIR}; start it with npm start.`);
  }
  // The engine may run under other settings than this process.
  const publicUrl = run?.addresses?.api ?? config.publicUrl;
  const link = await createDashboardLink({ ...config, publicUrl }, databaseUrl);
  if (link === null)
    throw new Error("The dashboard is off (DASHBOARD) or not built (npm run build).");
  process.stdout.write(`${link}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
