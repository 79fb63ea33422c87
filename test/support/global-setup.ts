import type { TestProject } from "vitest/node";

import { connectDatabase } from "#db/orm.ts";
import { migrateDatabase } from "#db/setup/migrate-database.ts";
import { startPostgres } from "#scripts/embedded/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Superuser's connection URL of a migrated database without connections. */
    templateDatabaseUrl: string;
  }
}

/** Starts one PostgreSQL for the run, with one migrated database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = project.vitest.getRootProject();
  // Another project of this run has started it.
  if ("templateDatabaseUrl" in run.getProvidedContext()) return async () => undefined;
  const postgres = await startPostgres({ ephemeral: true });
  try {
    const orm = await connectDatabase({ url: postgres.url, poolMax: 2 });
    await migrateDatabase(orm);
    await orm.close();
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  run.provide("templateDatabaseUrl", postgres.url);
  return async () => postgres.stop();
}
