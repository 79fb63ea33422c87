import { ConfigError, loadConfigOrExit, requireSetting } from "#config.ts";

import { migrateDatabase } from "./migrate-database.ts";
import { connectDatabase } from "./orm.ts";

/** Process: brings the database to this version and syncs the catalog. Safe to run at any time, by several at once. */
const config = loadConfigOrExit(process.env);
try {
  const orm = await connectDatabase({ url: requireSetting(config, "DATABASE_URL"), poolMax: 2 });
  try {
    const { migrations, models } = await migrateDatabase(orm);
    process.stdout.write(
      `database ready: ${migrations} migrations run, ${models} models in the catalog\n`,
    );
  } finally {
    await orm.close();
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    error instanceof ConfigError
      ? `${reason}\n`
      : `The database could not be migrated: ${reason}\n`,
  );
  process.exit(1);
}
