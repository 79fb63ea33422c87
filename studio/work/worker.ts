import { StudioError, errorCatalog } from "#studio/errors.ts";
import type { GenerationFailure } from "#studio/generations/generation.ts";
import { collectGarbage } from "#studio/models/use-model.ts";

import type { FromWorker, ToWorker } from "./messages.ts";
import { runTask } from "./run-task.ts";

/**
 * A worker process: runs one task at a time. Exits when the server ends for any reason, because
 * the IPC channel closes.
 */
let current: AbortController | undefined;

process.on("disconnect", () => process.exit(0));

process.on("message", (message: ToWorker) => {
  if (message.type === "cancel") {
    current?.abort();
    return;
  }
  const controller = new AbortController();
  current = controller;
  runTask(message.task, controller.signal, (progress) => send({ type: "progress", progress })).then(
    (result) => send({ type: "done", result, residentBytes: measureMemory() }),
    (error: unknown) =>
      send({ type: "failed", failure: toFailure(error), residentBytes: measureMemory() }),
  );
});

/** Images of a finished task stay in memory until they are collected. */
function measureMemory(): number {
  collectGarbage();
  return process.memoryUsage.rss();
}

function send(message: FromWorker): void {
  // A failed send means that the server has ended.
  process.send?.(message, undefined, undefined, (error) => {
    if (error) process.exit(0);
  });
}

function toFailure(error: unknown): GenerationFailure {
  if (error instanceof StudioError) {
    const { code, message } = error;
    return { code, message, retryable: errorCatalog[code].retryable };
  }
  // The cause of a bug is logged for the operator and omitted from the caller's error.
  if (!current?.signal.aborted) process.stderr.write(`${describeError(error)}\n`);
  return { code: "engine_failed", message: "The engine failed.", retryable: false };
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
