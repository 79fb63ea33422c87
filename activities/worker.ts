import { runProcess } from "#process/stop-signal.ts";

import { adapters } from "./providers/index.ts";
import { runWorker } from "./run-worker.ts";

/** Process: the worker with all providers that this version can call. */
await runProcess(async () => runWorker(process.env, adapters));
