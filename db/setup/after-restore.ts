import { ConfigError } from "#config.ts";
import { afterRestore, listEngineProcesses } from "#db/after-restore.ts";
import { replayJournal } from "#db/journal/replay-journal.ts";
import { createStorage } from "#storage/create-storage.ts";

import { runDatabaseTask } from "./run-database-task.ts";

/**
 * Process: prepares a database that was restored to a past point in time, before the first API and worker start. Safe to
 * repeat. docs/runbook.md has the steps around it.
 */
const task = { environment: process.env, failure: "The restored database could not be prepared" };

await runDatabaseTask(task, async (orm, config) => {
  const running = await listEngineProcesses(orm.em.fork());
  if (running.length > 0) {
    throw new ConfigError(`Stop these processes first: ${running.join(", ")}.`);
  }
  const storage = await createStorage(config);
  const journal = await replayJournal(orm.em.fork(), { storage, now: new Date() });
  const { doubtfulRequests, failedJobs, endedSessions } = await afterRestore(orm.em.fork());
  const lines = [
    `${doubtfulRequests} requests may have been sent: they are looked up, never sent again`,
    `${failedJobs.length} jobs failed, because a request may have been sent for them`,
    ...failedJobs.map((jobId) => `  ${jobId}`),
    `${endedSessions} sessions ended`,
    `${journal.entries} entries of the security journal are newer than the database`,
    ...journal.reapplied.map(({ action, targetId }) => `  again: ${action} ${targetId ?? ""}`),
    ...[...journal.left].map(([action, count]) => `  not repeated: ${action}, ${count} times`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
});
