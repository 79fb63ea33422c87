import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";

import type { Activities } from "#activities/index.ts";
import { advanceSignal, type RunTask } from "#domain/jobs/run-turn.ts";
import { coreQueue } from "#domain/task-queues.ts";
import type { RunPipelineInput } from "#domain/workflow-inputs.ts";

import { taskTimeouts, turnTimeouts, turnWaitMsMax } from "./timeouts.ts";

const { advanceRun } = proxyActivities<Pick<Activities, "advanceRun">>({
  taskQueue: coreQueue,
  summary: "settle and start steps",
  ...turnTimeouts,
});

/**
 * Workflow of one run of a pipeline, with the id `job/<runId>`. PostgreSQL holds the state and `advanceRun` decides; this
 * workflow determines when. It knows no step kinds, so a new kind does not change it.
 */
export async function runPipeline({ jobId }: RunPipelineInput): Promise<{ status: string }> {
  let signals = 0;
  setHandler(defineSignal(advanceSignal), () => {
    signals += 1;
  });
  // A cancellation is a signal like any other: the row has the status `canceling`.
  CancellationScope.current().cancelRequested.catch(() => {
    signals += 1;
  });
  const performing = new Set<string>();
  function perform(task: RunTask): void {
    if (performing.has(task.key)) return;
    performing.add(task.key);
    const end = () => {
      performing.delete(task.key);
      signals += 1;
    };
    performTask(jobId, task).then(end, end);
  }
  return CancellationScope.nonCancellable(async () => {
    for (;;) {
      const known = signals;
      const turn = await advanceRun({ jobId });
      if (turn.details !== undefined) setCurrentDetails(turn.details);
      if (turn.state === "ended") return { status: turn.status };
      if (!workflowInfo().continueAsNewSuggested) turn.tasks.forEach(perform);
      else if (performing.size === 0) {
        await continueAsNew<typeof runPipeline>({ jobId, schemaVersion: 1 });
      }
      if (turn.more) continue;
      await condition(() => signals > known, Math.min(turn.waitMs, turnWaitMsMax), {
        summary: "until a step ends or its time is over",
      });
    }
  });
}

/** Performs the task of a step. The step's row has its request and receives its result. */
async function performTask(runId: string, { key, taskQueue }: RunTask): Promise<void> {
  const { performStep } = proxyActivities<Pick<Activities, "performStep">>({
    taskQueue,
    summary: key,
    ...taskTimeouts,
  });
  await performStep({ runId, key });
}
