import { ConfigError, loadConfigOrExit, requireSetting, type Config } from "#config.ts";
import { connectDatabase, type MikroORM } from "#db/orm.ts";
import { serializeError } from "#runtime/serialize-error.ts";

/** A task may rewrite much; the server's keep-alive tells when there is no server any more. */
const taskStatementMs = 3_600_000;

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
    // PostgreSQL quotes stored values: those are left out, as in the log.
    const { message: reason } = serializeError(
      error instanceof Error ? error : new Error(String(error)),
    );
    process.stderr.write(error instanceof ConfigError ? `${reason}\n` : `${failure}: ${reason}\n`);
    process.exit(1);
  }
}
