import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { TaskResult } from "#domain/pipelines/runs/step-row.ts";
import type { StepKindName } from "#domain/pipelines/step.ts";
import { coreQueue, intentQueue } from "#domain/task-queues.ts";

import { readMessage } from "./read-message.ts";
import { sendCall } from "./send-call.ts";
import { writeText } from "./write-text.ts";

/** A task with the step's fields, in which expressions have their values. */
export interface Task {
  readonly runId: string;
  readonly key: string;
  readonly request: Readonly<Record<string, unknown>>;
}

export type PerformTask = (
  task: Task,
  dependencies: ActivityDependencies,
  signal: AbortSignal,
) => Promise<TaskResult>;

/** The step kinds with the effect `task`, and the queues of their tasks. */
const tasks: Partial<Record<StepKindName, { taskQueue: string; perform: PerformTask }>> = {
  call: { taskQueue: coreQueue, perform: sendCall },
  read: { taskQueue: intentQueue, perform: readMessage },
  write: { taskQueue: intentQueue, perform: writeText },
};

export function taskOf(kind: StepKindName): { taskQueue: string; perform: PerformTask } {
  const found = tasks[kind];
  if (found === undefined) throw new Error(`Steps of kind ${kind} have no task.`);
  return found;
}
