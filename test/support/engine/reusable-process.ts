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

let requestStop: ((reason: string) => void) | undefined;
let isLeaving = false;
void leaveWhenSignaled();
// Safe to cast: the parent names a part.
const run = await parts[process.argv[2] as ReusablePart]();

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

async function leaveWhenSignaled(): Promise<void> {
  const reason = await stopSignal({ parentPipe: true });
  isLeaving = true;
  if (requestStop === undefined) process.exit(0);
  requestStop(reason);
}
