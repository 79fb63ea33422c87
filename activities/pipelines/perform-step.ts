import { activityInfo } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { heartbeating } from "#activities/heartbeating.ts";
import { findOpenTask, saveTaskResult, type OpenTask } from "#db/pipelines/step-tasks.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";
import type { TaskResult } from "#domain/pipelines/runs/step-row.ts";

import { taskOf } from "./tasks/index.ts";

/** A task may be the cause of a worker's crash, so a step fails after this many attempts. */
const attemptsMax = 30;

/**
 * Performs the task of a running step and stores its result in the step's row. A task that has a result is not
 * performed again, so a language model is paid again only if the worker dies before the result is stored.
 */
export function createPerformStep(dependencies: ActivityDependencies) {
  return async function performStep(step: { runId: string; key: string }): Promise<void> {
    const { orm } = dependencies;
    const open = await findOpenTask(orm.em.fork(), step);
    if (open === null) return;
    const result: TaskResult =
      activityInfo().attempt > attemptsMax
        ? { status: "failed", error: { code: "internal" } }
        : await perform({ ...step, ...open }, dependencies);
    await saveTaskResult(orm.em.fork(), { ...step, result });
  };
}

async function perform(
  { runId, key, kind, request }: OpenTask & { runId: string; key: string },
  dependencies: ActivityDependencies,
): Promise<TaskResult> {
  try {
    return await heartbeating(async (signal) =>
      taskOf(kind).perform({ runId, key, request }, dependencies, signal),
    );
  } catch (error) {
    if (!(error instanceof AppError) || errorCatalog[error.code].retryable) throw error;
    return { status: "failed", error: { code: error.code, message: error.message } };
  }
}
