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
 * Attempts of one turn of a pipeline's run from which the run counts as stuck: about two minutes of failures. Every
 * turn fails in an outage of the database, and proceeds after it.
 */
const failingTurnAttempts = 12;

/**
 * "normal": the run is in progress. "failing": its workflow task or a pipeline turn fails repeatedly. A lost run is "stalled" when
 * the server has lost one of its tasks or timers, which a crash can cause.
 */
export type RunState = "normal" | "failing" | LostRun;

/**
 * Finds the state of a run. It counts as stalled when the server did not act for `patienceMs` after it had to: a timer
 * did not fire, or a task is in no queue although workers poll it.
 */
export async function findRun(
  client: Client,
  handle: WorkflowHandle,
  { patienceMs }: { readonly patienceMs: number },
): Promise<RunState> {
  try {
    const { status, raw } = await handle.describe();
    // An operator resumes a paused run.
    if (status.name === "PAUSED") return "normal";
    if (status.name !== "RUNNING") return status.name === "TERMINATED" ? "terminated" : "gone";
    // First, because the server delays the attempts of a failing task by longer timeouts.
    if ((raw.pendingWorkflowTask?.attempt ?? 0) >= failingAttempts) return "failing";
    if (raw.pendingActivities?.some(isFailingTurn) === true) return "failing";
    const overdue = listWaits(raw).filter(({ dueAt }) => dueAt < Date.now() - patienceMs);
    for (const wait of overdue) {
      if (await isLost(client, wait)) return "stalled";
    }
    return "normal";
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return "gone";
    throw error;
  }
}

function isFailingTurn({
  activityType,
  attempt,
}: proto.temporal.api.workflow.v1.IPendingActivityInfo) {
  return activityType?.name === "advanceRun" && (attempt ?? 0) >= failingTurnAttempts;
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
