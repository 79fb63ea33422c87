import { runProcess } from "#runtime/stop-signal.ts";

import { runTwoProviderWorker } from "./two-provider-worker.ts";

/** Process: a worker of two providers where no process is reused, as in a drill. */
await runProcess(async () => runTwoProviderWorker(process.env));
