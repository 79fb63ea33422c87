import { loadWorkflowBundle } from "#activities/worker/workflow-bundle.ts";
import { loadConfigOrExit } from "#config.ts";

/** Process (`npm run build`): makes the bundle of the workflows, so that no worker makes it at its start. */
const config = loadConfigOrExit(process.env);
const { buildId } = await loadWorkflowBundle(config.CACHE_DIR);
process.stdout.write(`workflow bundle ${buildId} is in ${config.CACHE_DIR}\n`);
