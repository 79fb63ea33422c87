import { Connection } from "@temporalio/client";

import { loadConfigOrExit, requireSetting } from "#config.ts";
import { readConnectionOptions } from "#temporal/connection-options.ts";

import { setUpServer } from "./set-up-server.ts";

/**
 * Process: prepares a Temporal server for the engine: namespaces and search attributes. Safe to run at any time, also
 * concurrently. Without TEMPORAL_ADDRESS there is nothing to do, because `npm start` prepares the server that it brings.
 */
const config = loadConfigOrExit(process.env);
try {
  const address = requireSetting(config, "TEMPORAL_ADDRESS");
  const connection = await Connection.connect(
    await readConnectionOptions(address, config.temporal),
  );
  const setup = {
    namespace: config.TEMPORAL_NAMESPACE,
    maintenanceNamespace: config.maintenanceNamespace,
    retentionHours: config.TEMPORAL_RETENTION_HOURS,
  };
  await setUpServer(connection, setup, (line) => process.stdout.write(`${line}\n`));
  await connection.close();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Temporal could not be set up: ${reason}\n`);
  process.exit(1);
}
