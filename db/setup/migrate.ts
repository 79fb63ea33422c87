import { parseArgs } from "node:util";

import { ConfigError } from "#config.ts";

import { migrateDatabase, type MigrateOptions } from "./migrate-database.ts";
import { runDatabaseTask } from "./run-database-task.ts";

/**
 * Process: migrates the database to this version and syncs the catalog. Safe to run at any time, also concurrently:
 * without `--phase after`, processes of the previous version go on.
 */
const task = { environment: process.env, failure: "The database could not be migrated" };

await runDatabaseTask(task, async (orm, { ownCatalog }) => {
  const log = (line: string) => process.stdout.write(`${line}\n`);
  const phase = readPhase(process.argv.slice(2));
  const { migrations, models, left } = await migrateDatabase(orm, {
    phase,
    log,
    own: ownCatalog?.providers ?? null,
  });
  if (phase !== "after") {
    log(`database ready: ${migrations} migrations run, ${models} models in the catalog`);
  }
  if (left > 0) {
    log(
      `${left} migrations are left for the end of the roll-out: npm run migrate -- --phase after`,
    );
  } else if (phase === "after") {
    log(`roll-out finished: ${migrations} migrations run`);
  }
});

/** Default `before`: no process of the previous version can lose what it still reads. */
function readPhase(args: string[]): NonNullable<MigrateOptions["phase"]> {
  const { phase } = parseOptions(args);
  if (phase === "before" || phase === "after" || phase === "both") return phase;
  throw new ConfigError(`--phase is before, after or both, not ${phase}.`);
}

function parseOptions(args: string[]): { phase: string } {
  try {
    const { values } = parseArgs({
      args,
      options: { phase: { type: "string", default: "before" } },
    });
    return values;
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}
