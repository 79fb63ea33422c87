import { createLocalOwner } from "./local-owner.ts";
import { runDatabaseTask } from "./run-database-task.ts";

/**
 * Process: ensures that the embedded engine has an owner and that `<DATA_DIR>/api-key` contains a valid key.
 */
const task = { environment: process.env, failure: "The local owner could not be created" };

await runDatabaseTask(task, async (orm, config) => {
  await createLocalOwner(orm.em.fork(), {
    folder: config.DATA_DIR,
    requestsPerHour: config.LOCAL_REQUESTS_PER_HOUR,
    now: new Date(),
  });
});
