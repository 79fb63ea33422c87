import type { WorkflowExecutionDescription } from "@temporalio/client";

type Description = WorkflowExecutionDescription["raw"];
type Activity = NonNullable<Description["pendingActivities"]>[number];

/** Values of `TaskQueueType`. */
export const taskQueueTypes = { workflow: 1, activity: 2 } as const;

/** The values of `PendingWorkflowTaskState` and `PendingActivityState` are the same. */
const taskStates = { scheduled: 1, started: 2 } as const;

/** An action that a run expects of the server. */
export interface Wait {
  /** Time when the server had to act, in milliseconds. */
  readonly dueAt: number;
  /** Queue from which a worker takes the task; null when a timer of the server ends the wait. */
  readonly queue: { readonly type: keyof typeof taskQueueTypes; readonly name: string } | null;
}

/**
 * Lists what a run waits for: its workflow task and activities, until a worker takes them, until they time
 * out, or until they are retried. Paused activities wait for an operator and are left out.
 */
export function listWaits(run: Description): Wait[] {
  const activities = (run.pendingActivities ?? []).filter(({ paused }) => paused !== true);
  return [...workflowTaskWaits(run), ...activities.flatMap(activityWaits)];
}

function workflowTaskWaits({
  pendingWorkflowTask: task,
  workflowExecutionInfo: info,
  executionConfig: config,
}: Description): Wait[] {
  if (task?.state === taskStates.scheduled && info?.taskQueue) {
    const queue = { type: "workflow", name: info.taskQueue } as const;
    return [{ dueAt: toMs(task.scheduledTime), queue }];
  }
  if (task?.state !== taskStates.started) return [];
  const dueAt = toMs(task.startedTime) + toMs(config?.defaultWorkflowTaskTimeout);
  return [{ dueAt, queue: null }];
}

function activityWaits(activity: Activity): Wait[] {
  const { activityOptions: options, nextAttemptScheduleTime: retryAt } = activity;
  if (retryAt != null) return [{ dueAt: toMs(retryAt), queue: null }];
  if (activity.state === taskStates.scheduled) {
    const name = options?.taskQueue?.name;
    if (!name) return [];
    return [{ dueAt: toMs(activity.scheduledTime), queue: { type: "activity", name } }];
  }
  const startedAt = toMs(activity.lastStartedTime);
  const timeouts = [startedAt + toMs(options?.startToCloseTimeout)];
  const heartbeatMs = toMs(options?.heartbeatTimeout);
  if (heartbeatMs > 0) {
    timeouts.push(Math.max(startedAt, toMs(activity.lastHeartbeatTime)) + heartbeatMs);
  }
  return options == null ? [] : [{ dueAt: Math.min(...timeouts), queue: null }];
}

interface Seconds {
  readonly seconds?: { toNumber(): number } | null;
}

/** Converts a timestamp or a duration, without its fraction of a second. */
function toMs(time: Seconds | null | undefined): number {
  return (time?.seconds?.toNumber() ?? 0) * 1_000;
}
