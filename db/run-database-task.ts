import { ConfigError, loadConfigOrExit, requireSetting, type Config } from "#config.ts";

import { connectDatabase, type MikroORM } from "./orm.ts";

/**
 * The body of a process that does one thing with the database and ends. A failure is one sentence on
 * standard error, which `failure` begins unless a setting is at fault, and exit code 1.
 */
export async function runDatabaseTask(
  { environment, failure }: { environment: NodeJS.ProcessEnv; failure: string },
  work: (orm: MikroORM, config: Config) => Promise<void>,
): Promise<void> {
  const config = loadConfigOrExit(environment);
  try {
    const orm = await connectDatabase({ url: requireSetting(config, "DATABASE_URL"), poolMax: 2 });
    try {
      await work(orm, config);
    } finally {
      await orm.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(error instanceof ConfigError ? `${reason}\n` : `${failure}: ${reason}\n`);
    process.exit(1);
  }
}
