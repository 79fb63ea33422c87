import { stopSignal } from "#runtime/stop-signal.ts";

import type { Ended, Order, ReusablePart } from "./reuse-process.ts";

/**
 * Process: runs an API or a worker once for each environment that it receives. A stop by message leaves the process ready
 * for the next run; a signal ends it, as it ends the real one.
 */
const parts = {
  api: async () => (await import("#api/run-api.ts")).runApi,
  worker: async () => (await import("./two-provider-worker.ts")).runTwoProviderWorker,
};

const signaled = stopSignal({ parentPipe: true });
// Safe to cast: the parent names a part.
const run = await parts[process.argv[2] as ReusablePart]();
let requestStop: ((reason: string) => void) | undefined;
let isLeaving = false;

async function runOnce(environment: NodeJS.ProcessEnv): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string>();
  requestStop = resolve;
  await run(environment, { stopping: promise });
  requestStop = undefined;
  if (isLeaving) process.exit(0);
  process.send?.("ended" satisfies Ended);
}

process.on("message", (order: Order) => {
  if (order.kind === "stop") {
    requestStop?.("stopped by the test");
    return;
  }
  runOnce(order.environment).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
});

void signaled.then((reason) => {
  isLeaving = true;
  if (requestStop === undefined) process.exit(0);
  requestStop(reason);
});
