import { WorkflowNotFoundError, type Client, type WorkflowHandle } from "@temporalio/client";
import proto from "@temporalio/proto";

import type { LostRun } from "#domain/jobs/lost-run.ts";

import { listWaits, type Wait } from "./run-waits.ts";

const { TASK_QUEUE_KIND_NORMAL } = proto.temporal.api.enums.v1.TaskQueueKind;

/**
 * Attempts of one workflow task from which its run counts as stuck. A worker that dies causes a second
 * attempt; a third one means that the task itself fails.
 */
const failingAttempts = 3;

/**
 * State of a running workflow. "failing": its workflow task fails repeatedly. "stalled": the server has lost
 * one of its tasks or timers, which a crash can cause.
 */
export type Progress = "normal" | "failing" | "stalled";

export type FoundRun =
  | { readonly state: "running"; readonly progress: Progress }
  | { readonly state: "lost"; readonly how: LostRun };

/**
 * Looks for a run. It counts as stalled when the server did not act for `patienceMs` after it had to: a timer
 * did not fire, or a task is in no queue although workers poll it.
 */
export async function findRun(
  client: Client,
  handle: WorkflowHandle,
  { patienceMs }: { readonly patienceMs: number },
): Promise<FoundRun> {
  try {
    const { status, raw } = await handle.describe();
    // An operator resumes a paused run.
    if (status.name === "PAUSED") return { state: "running", progress: "normal" };
    if (status.name !== "RUNNING") {
      return { state: "lost", how: status.name === "TERMINATED" ? "terminated" : "gone" };
    }
    // First, because the server delays the attempts of a failing task by longer timeouts.
    const isFailing = (raw.pendingWorkflowTask?.attempt ?? 0) >= failingAttempts;
    if (isFailing) return { state: "running", progress: "failing" };
    const overdue = listWaits(raw).filter(({ dueAt }) => dueAt < Date.now() - patienceMs);
    for (const wait of overdue) {
      if (await isLost(client, wait)) return { state: "running", progress: "stalled" };
    }
    return { state: "running", progress: "normal" };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { state: "lost", how: "gone" };
    throw error;
  }
}

async function isLost(client: Client, { queue }: Wait): Promise<boolean> {
  if (queue === null) return true;
  const { pollers, stats } = await client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name: queue.name, kind: TASK_QUEUE_KIND_NORMAL },
    taskQueueType: queue.type,
    reportStats: true,
  });
  // The age of the oldest task is exact for an empty queue. The number of tasks is approximate.
  const age = stats?.approximateBacklogAge;
  const isEmpty = stats != null && !age?.seconds?.toNumber() && !age?.nanos;
  return isEmpty && pollers.length > 0;
}
