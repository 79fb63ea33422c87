import { loadWorkflowBundle } from "#activities/worker/workflow-bundle.ts";
import { loadConfigOrExit } from "#config.ts";

/** Process (`npm run build`): builds the workflow bundle, so workers need not build it at start. */
const config = loadConfigOrExit(process.env);
const { buildId } = await loadWorkflowBundle(config.CACHE_DIR);
process.stdout.write(`workflow bundle ${buildId} is in ${config.CACHE_DIR}\n`);
