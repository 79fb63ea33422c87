import { type ChildProcess, fork } from "node:child_process";
import { env } from "node:process";
import { fileURLToPath } from "node:url";

import { StudioError } from "#studio/errors.ts";
import type { Progress } from "#studio/generations/generation.ts";

import type { FromWorker, Task, TaskResult, ToWorker } from "./messages.ts";

/** Runs tasks outside the HTTP server's process. */
export interface TaskRunner {
  /**
   * Runs a task that is expected to need `bytes` of memory. Rejects with the task's `StudioError`, and with
   * `worker_died` when the process ends during the task. After a cancellation, settles only once the task has stopped.
   */
  run(
    task: Task,
    options: { signal: AbortSignal; bytes: number; onProgress: (progress: Progress) => void },
  ): Promise<TaskResult>;
  /** Kills all worker processes. */
  close(): void;
}

const cancelGraceMs = 2000;
/** A process that has kept more memory after a task is not reused, so that the next task has room. */
const residentBytesMax = 700e6;
/** A process that has kept more, such as a model, is reused only for work that uses it. */
const sharedBytesMax = 300e6;
/**
 * Returns memory of more than 1 MiB to the system at once (glibc). The tensors of a network would otherwise leave
 * gaps in the heap: with Whisper, a process stays 100 MB smaller at the same speed.
 */
const allocation = { MALLOC_MMAP_THRESHOLD_: String(1024 ** 2) };
const workerPath = fileURLToPath(new URL("worker.ts", import.meta.url));

interface IdleWorker {
  readonly timer: NodeJS.Timeout;
  readonly lastWork: string;
  readonly residentBytes: number;
}

/**
 * Creates a pool of worker processes, each running one task at a time. Callers limit concurrency.
 * An idle process is kept for `idleMsMax` and reused, because it may hold a loaded model. It ends earlier when a task
 * starts and the running tasks would, with the idle processes, exceed `bytesMax`.
 */
export function createWorkerPool({ idleMsMax = 120_000, bytesMax = Infinity } = {}): TaskRunner {
  const idle = new Map<ChildProcess, IdleWorker>();
  const alive = new Set<ChildProcess>();
  /** Memory that the running tasks are expected to need. */
  let runningBytes = 0;
  let closed = false;

  function start(): ChildProcess {
    const worker = fork(workerPath, {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: { ...env, ...allocation },
    });
    alive.add(worker);
    worker.once("exit", () => {
      alive.delete(worker);
      removeIdle(worker);
    });
    // A worker that fails to start or is unreachable is killed; its "exit" event settles the task.
    worker.on("error", () => worker.kill("SIGKILL"));
    return worker;
  }

  function removeIdle(worker: ChildProcess): void {
    clearTimeout(idle.get(worker)?.timer);
    idle.delete(worker);
  }

  /** Prefers a process that did the same work, because it may hold the model. */
  function take(work: string): ChildProcess {
    const reusable = [...idle].filter(
      ([worker, { lastWork, residentBytes }]) =>
        worker.connected && (lastWork === work || residentBytes <= sharedBytesMax),
    );
    const [worker] = reusable.find(([, { lastWork }]) => lastWork === work) ?? reusable[0] ?? [];
    if (!worker) return start();
    removeIdle(worker);
    return worker;
  }

  function endIdleProcesses(): void {
    let freeBytes = bytesMax - runningBytes;
    for (const [worker, { residentBytes }] of [...idle].toReversed()) {
      freeBytes -= residentBytes;
      if (freeBytes >= 0) continue;
      removeIdle(worker);
      worker.kill("SIGKILL");
    }
  }

  function giveBack(worker: ChildProcess, lastWork: string, residentBytes: number): void {
    if (closed || !worker.connected) return;
    const timer = setTimeout(() => worker.kill("SIGKILL"), idleMsMax).unref();
    idle.set(worker, { timer, lastWork, residentBytes });
  }

  return {
    async run(task, { signal, bytes, onProgress }) {
      signal.throwIfAborted();
      if (closed) throw new StudioError("shutting_down", "Studio is shutting down.");
      const work = nameWork(task);
      const worker = take(work);
      runningBytes += bytes;
      endIdleProcesses();
      let residentBytes = 0;
      const onEnd = (left: number) => {
        residentBytes = left;
      };
      try {
        return await converse(worker, task, { signal, onProgress, onEnd });
      } finally {
        runningBytes -= bytes;
        giveBack(worker, work, residentBytes);
      }
    },
    close() {
      closed = true;
      for (const worker of alive) worker.kill("SIGKILL");
    },
  };
}

/** Tasks with the same name use the same model. */
function nameWork({ request }: Task): string {
  if ("operation" in request) return request.operation;
  return `${request.capability} ${request.parameters.language ?? ""}`;
}

function converse(
  worker: ChildProcess,
  task: Task,
  {
    signal,
    onProgress,
    onEnd,
  }: {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: Progress) => void;
    readonly onEnd: (residentBytes: number) => void;
  },
): Promise<TaskResult> {
  const { promise, resolve, reject } = Promise.withResolvers<TaskResult>();
  let killTimer: NodeJS.Timeout | undefined;

  function onMessage(message: FromWorker): void {
    if (message.type !== "progress") {
      onEnd(message.residentBytes);
      if (message.residentBytes > residentBytesMax) {
        worker.off("exit", onExit);
        worker.kill("SIGKILL");
        worker.disconnect();
      }
    }
    switch (message.type) {
      case "progress":
        if (!signal.aborted) onProgress(message.progress);
        return;
      case "done":
        resolve(message.result);
        return;
      case "failed":
        reject(new StudioError(message.failure.code, message.failure.message));
        return;
    }
  }
  function onExit(): void {
    reject(new StudioError("worker_died", "The process that made this ended unexpectedly."));
  }
  function onAbort(): void {
    tell(worker, { type: "cancel" });
    killTimer = setTimeout(() => worker.kill("SIGKILL"), cancelGraceMs);
  }

  worker.on("message", onMessage);
  worker.once("exit", onExit);
  signal.addEventListener("abort", onAbort, { once: true });
  tell(worker, { type: "run", task });

  return promise.finally(() => {
    clearTimeout(killTimer);
    worker.off("message", onMessage);
    worker.off("exit", onExit);
    signal.removeEventListener("abort", onAbort);
  });
}

function tell(worker: ChildProcess, message: ToWorker): void {
  // A failed send means that the process has ended; its "exit" event settles the task.
  worker.send(message, () => undefined);
}
