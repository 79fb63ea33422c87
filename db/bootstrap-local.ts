import { ConfigError, loadConfigOrExit, requireSetting } from "#config.ts";

import { createLocalOwner } from "./local-owner.ts";
import { connectDatabase } from "./orm.ts";

/** Process: makes sure that the embedded engine has an owner and that `<DATA_DIR>/api-key` holds a key that works. */
const config = loadConfigOrExit(process.env);
try {
  const orm = await connectDatabase({ url: requireSetting(config, "DATABASE_URL"), poolMax: 2 });
  try {
    await createLocalOwner(orm.em.fork(), {
      folder: config.DATA_DIR,
      requestsPerHour: config.LOCAL_REQUESTS_PER_HOUR,
      now: new Date(),
    });
  } finally {
    await orm.close();
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    error instanceof ConfigError
      ? `${reason}\n`
      : `The local owner could not be created: ${reason}\n`,
  );
  process.exit(1);
}
