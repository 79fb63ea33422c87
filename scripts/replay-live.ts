import { parseArgs } from "node:util";

import { Client, Connection } from "@temporalio/client";
import { Worker } from "@temporalio/worker";

import { loadWorkflowBundle } from "#activities/worker/workflow-bundle.ts";
import { loadConfigOrExit, requireSetting } from "#config.ts";
import { readConnectionOptions } from "#temporal/connection-options.ts";

/**
 * Process: replays histories of running workflows with this version's code and exits with 1 when a history
 * does not replay. A deployment runs it before it starts new workers; it changes nothing.
 */
const { values } = parseArgs({ options: { limit: { type: "string", default: "200" } } });
const limit = Number(values.limit);
const config = loadConfigOrExit(process.env);
const address = requireSetting(config, "TEMPORAL_ADDRESS");
const connection = await Connection.connect(await readConnectionOptions(address, config.temporal));
const client = new Client({ connection, namespace: config.TEMPORAL_NAMESPACE });
const { code } = await loadWorkflowBundle(config.CACHE_DIR);
let failed = 0;
let replayed = 0;
for await (const { workflowId, error } of Worker.runReplayHistories(
  { workflowBundle: { code } },
  listRunning(),
)) {
  replayed += 1;
  if (error === undefined) continue;
  failed += 1;
  process.stderr.write(`${workflowId}: ${error.message}\n`);
}
await connection.close();
process.stdout.write(`${replayed} running workflows replayed, ${failed} failed.\n`);
process.exit(failed === 0 ? 0 : 1);

/** Newest first, as Temporal lists them. */
async function* listRunning() {
  let listed = 0;
  const running = client.workflow.list({ query: 'ExecutionStatus = "Running"' });
  for await (const { workflowId, runId } of running) {
    if (listed === limit) return;
    listed += 1;
    const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    yield { workflowId, history };
  }
}
