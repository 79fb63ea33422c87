import { Worker } from "node:worker_threads";

import type { WorkerTask } from "./worker-functions.ts";

export interface WorkerThread {
  /** Runs a task and measures how long it blocked the thread's event loop. */
  measureMs(task: WorkerTask): Promise<number>;
  close(): Promise<void>;
}

/** Runs the functions of a worker process in a separate thread, so the test's own work is not measured. */
export function startWorkerThread(): WorkerThread {
  const thread = new Worker(new URL("worker-functions.ts", import.meta.url), { execArgv: [] });
  const waiting = new Map<number, PromiseWithResolvers<number>>();
  let tasks = 0;
  thread.on("message", ({ id, blockMs }: { id: number; blockMs: number }) => {
    waiting.get(id)?.resolve(blockMs);
    waiting.delete(id);
  });
  thread.on("error", (error) => {
    for (const { reject } of waiting.values()) reject(error);
  });
  return {
    async measureMs(task) {
      tasks += 1;
      const result = Promise.withResolvers<number>();
      waiting.set(tasks, result);
      thread.postMessage({ id: tasks, task }); // oxlint-disable-line unicorn/require-post-message-target-origin -- a thread is no window
      return result.promise;
    },
    async close() {
      await thread.terminate();
    },
  };
}
