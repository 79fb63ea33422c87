import { expect, test, vi } from "vitest";

import { drainWorkers } from "./drain-workers.ts";

function startWorker(taskQueue: string) {
  const { promise: run, resolve, reject } = Promise.withResolvers<void>();
  const shutdown = vi.fn();
  const worker = {
    getState: () => "RUNNING" as const,
    getStatus: () => ({ numInFlightActivities: 1 }) as never,
    shutdown,
    options: { taskQueue },
  };
  return { worker, run, resolve, reject, shutdown };
}

test("keeps waiting for a paid request after the drain time of another queue has passed", async () => {
  const maintenance = startWorker("maintenance");
  const provider = startWorker("provider");
  let isDrained = false;
  const draining = drainWorkers(
    [maintenance.worker, provider.worker],
    [maintenance.run, provider.run],
    { info: () => undefined },
  ).then(() => (isDrained = true));

  maintenance.reject(new Error("the grace period has expired"));
  await new Promise((resolve) => setImmediate(resolve));

  expect(isDrained).toBe(false);
  expect(maintenance.shutdown).toHaveBeenCalledOnce();
  expect(provider.shutdown).toHaveBeenCalledOnce();
  provider.resolve();
  await draining;
});
