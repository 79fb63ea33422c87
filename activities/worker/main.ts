import { adapters } from "#activities/providers/index.ts";
import { runProcess } from "#runtime/stop-signal.ts";

import { runWorker } from "./run-worker.ts";

/** Entry point of the worker process, with all providers that have an adapter. */
await runProcess(async () => runWorker(process.env, adapters));
