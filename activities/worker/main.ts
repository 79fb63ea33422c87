import { adapters } from "#activities/providers/index.ts";
import { runProcess } from "#runtime/stop-signal.ts";

import { runWorker } from "./run-worker.ts";

/** Process: the worker with all providers that this version can call. */
await runProcess(async () => runWorker(process.env, adapters));
