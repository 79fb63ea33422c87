import proto from "@temporalio/proto";
import { expect, test } from "vitest";

import { listWaits } from "./run-waits.ts";

const { TaskQueueType } = proto.temporal.api.enums.v1;
const { DescribeWorkflowExecutionResponse } = proto.temporal.api.workflowservice.v1;

/** Builds the response of the server with the parts that are read; times and durations are in seconds. */
function describe({
  task,
  activity,
}: {
  task?: { state: number; scheduled?: number; started?: number };
  activity?: Record<string, unknown>;
}) {
  return DescribeWorkflowExecutionResponse.fromObject({
    workflowExecutionInfo: { taskQueue: "core" },
    executionConfig: { defaultWorkflowTaskTimeout: at(10) },
    pendingWorkflowTask:
      task === undefined
        ? null
        : { state: task.state, scheduledTime: at(task.scheduled), startedTime: at(task.started) },
    pendingActivities: activity === undefined ? [] : [activity],
  });
}

function at(seconds = 0) {
  return { seconds };
}

const options = {
  taskQueue: { name: "provider" },
  startToCloseTimeout: at(60),
  heartbeatTimeout: at(10),
};

test("a scheduled workflow task waits in the queue of its run", () => {
  expect(listWaits(describe({ task: { state: 1, scheduled: 100 } }))).toEqual([
    { dueAt: 100_000, queue: { type: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW, name: "core" } },
  ]);
});

test("a started workflow task waits until its timeout", () => {
  expect(listWaits(describe({ task: { state: 2, scheduled: 100, started: 101 } }))).toEqual([
    { dueAt: 111_000, queue: null },
  ]);
});

test.each([
  [
    "scheduled waits in its queue",
    { state: 1, scheduledTime: at(100), activityOptions: options },
    { dueAt: 100_000, queue: { type: TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY, name: "provider" } },
  ],
  [
    "between two attempts waits for the next one",
    {
      state: 1,
      scheduledTime: at(100),
      nextAttemptScheduleTime: at(130),
      activityOptions: options,
    },
    { dueAt: 130_000, queue: null },
  ],
  [
    "started waits until its heartbeat is overdue",
    { state: 2, lastStartedTime: at(100), lastHeartbeatTime: at(120), activityOptions: options },
    { dueAt: 130_000, queue: null },
  ],
  [
    "started waits no longer than its timeout",
    { state: 2, lastStartedTime: at(100), lastHeartbeatTime: at(155), activityOptions: options },
    { dueAt: 160_000, queue: null },
  ],
  [
    "started without heartbeats waits until its timeout",
    {
      state: 3,
      lastStartedTime: at(100),
      activityOptions: { ...options, heartbeatTimeout: null },
    },
    { dueAt: 160_000, queue: null },
  ],
])("an activity that is %s", (_, activity, wait) => {
  expect(listWaits(describe({ activity }))).toEqual([wait]);
});

test.each([
  [
    "a paused activity",
    { state: 1, paused: true, scheduledTime: at(100), activityOptions: options },
  ],
  ["an activity of a server that does not tell its options", { state: 1, scheduledTime: at(100) }],
  ["a started activity without options", { state: 2, lastStartedTime: at(100) }],
])("%s is left out", (_, activity) => {
  expect(listWaits(describe({ activity }))).toEqual([]);
});
