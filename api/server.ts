import { runProcess } from "#runtime/stop-signal.ts";

import { runApi } from "./run-api.ts";

/** Entry point of the API process. */
await runProcess(async () => runApi(process.env));
