import type { WorkflowExecutionDescription } from "@temporalio/client";
import proto from "@temporalio/proto";

type Description = WorkflowExecutionDescription["raw"];
type Activity = NonNullable<Description["pendingActivities"]>[number];

const { PendingActivityState, PendingWorkflowTaskState, TaskQueueType } =
  proto.temporal.api.enums.v1;

export interface TaskQueue {
  readonly name: string;
  readonly type: proto.temporal.api.enums.v1.TaskQueueType;
}

/** An action that a run expects of the server. */
export interface Wait {
  /** Time when the server had to act, in milliseconds. */
  readonly dueAt: number;
  /** Queue from which a worker takes the task; null when a timer of the server ends the wait. */
  readonly queue: TaskQueue | null;
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
  if (task?.state === PendingWorkflowTaskState.PENDING_WORKFLOW_TASK_STATE_SCHEDULED) {
    const type = TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW;
    return waitInQueue({ name: info?.taskQueue, type }, task.scheduledTime);
  }
  if (task?.state !== PendingWorkflowTaskState.PENDING_WORKFLOW_TASK_STATE_STARTED) return [];
  const dueAt = toMs(task.startedTime) + toMs(config?.defaultWorkflowTaskTimeout);
  return [{ dueAt, queue: null }];
}

function activityWaits(activity: Activity): Wait[] {
  const { activityOptions: options, nextAttemptScheduleTime: retryAt } = activity;
  if (retryAt != null) return [{ dueAt: toMs(retryAt), queue: null }];
  // A server that does not report the options leaves queue and timeouts unknown.
  if (options == null) return [];
  if (activity.state === PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED) {
    const type = TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY;
    return waitInQueue({ name: options.taskQueue?.name, type }, activity.scheduledTime);
  }
  const startedAt = toMs(activity.lastStartedTime);
  const timeouts = [startedAt + toMs(options.startToCloseTimeout)];
  const heartbeatMs = toMs(options.heartbeatTimeout);
  if (heartbeatMs > 0) {
    timeouts.push(Math.max(startedAt, toMs(activity.lastHeartbeatTime)) + heartbeatMs);
  }
  return [{ dueAt: Math.min(...timeouts), queue: null }];
}

/** Empty when the server does not report the queue. */
function waitInQueue(
  { name, type }: { name: string | null | undefined; type: TaskQueue["type"] },
  scheduledTime: Seconds | null | undefined,
): Wait[] {
  return name ? [{ dueAt: toMs(scheduledTime), queue: { name, type } }] : [];
}

interface Seconds {
  readonly seconds?: { toNumber(): number } | null;
}

/** Converts a timestamp or a duration, without its fraction of a second. */
function toMs(time: Seconds | null | undefined): number {
  return (time?.seconds?.toNumber() ?? 0) * 1_000;
}
