import { ConfigError, loadConfigOrExit, requireSetting, type Config } from "#config.ts";
import { connectDatabase, type MikroORM } from "#db/orm.ts";
import { serializeError } from "#runtime/serialize-error.ts";

/** Long, because a task may rewrite whole tables; TCP keep-alive detects a lost server. */
const taskStatementMs = 3_600_000;

/**
 * Runs the body of a process that performs one database task. On failure, writes one sentence to standard
 * error, prefixed by `failure` except for configuration errors, and exits with code 1.
 */
export async function runDatabaseTask(
  { environment, failure }: { environment: NodeJS.ProcessEnv; failure: string },
  work: (orm: MikroORM, config: Config) => Promise<void>,
): Promise<void> {
  const config = loadConfigOrExit(environment);
  try {
    const url = requireSetting(config, "DATABASE_URL");
    const orm = await connectDatabase({
      url,
      poolMax: 2,
      name: "gme-task",
      statementMs: taskStatementMs,
    });
    try {
      await work(orm, config);
    } finally {
      await orm.close();
    }
  } catch (error) {
    // PostgreSQL messages quote stored values, which are removed here as in the log.
    const { message: reason } = serializeError(
      error instanceof Error ? error : new Error(String(error)),
    );
    process.stderr.write(error instanceof ConfigError ? `${reason}\n` : `${failure}: ${reason}\n`);
    process.exit(1);
  }
}
