import { migrateDatabase } from "./migrate-database.ts";
import { runDatabaseTask } from "./run-database-task.ts";

/**
 * Process: migrates the database to this version and syncs the catalog. Safe to run at any time, also
 * concurrently.
 */
const task = { environment: process.env, failure: "The database could not be migrated" };

await runDatabaseTask(task, async (orm) => {
  const log = (line: string) => process.stdout.write(`${line}\n`);
  const { migrations, models } = await migrateDatabase(orm, log);
  log(`database ready: ${migrations} migrations run, ${models} models in the catalog`);
});
