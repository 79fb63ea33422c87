import type { ProviderAdapter } from "#activities/providers/adapter.ts";
import { studio } from "#activities/providers/studio/studio.ts";
import { runWorker } from "#activities/worker/run-worker.ts";
import { runProcess } from "#runtime/stop-signal.ts";

import { secondProvider } from "./second-provider.ts";

/** Speaks studio's protocol, too, but cannot look up a request whose response was lost. */
const second: ProviderAdapter = { ...studio };
delete second.lookup;

/** Process: a worker that can call two providers. */
await runProcess(async () => runWorker(process.env, { studio, [secondProvider.slug]: second }));
