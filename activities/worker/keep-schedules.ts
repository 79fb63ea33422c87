import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import {
  Client,
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type ScheduleOptions,
} from "@temporalio/client";
import type { NativeConnection } from "@temporalio/worker";
import type { Logger } from "pino";

import type { MaintenanceTask, RunMaintenanceInput } from "#domain/maintenance.ts";
import type { Watchdog } from "#runtime/watchdog.ts";
import { ignoreEndedRun } from "#temporal/ignore-ended-run.ts";
import { scheduleIdOf, schedulePrefix as prefix } from "#temporal/schedule-id.ts";

import { schedules } from "./schedules.ts";
import { maintenanceWorkflowQueue } from "./worker-queues.ts";

const workflowType = "runMaintenance";
const lookMs = 300_000;
const retryMs = 5_000;
const callsMs = 20_000;

/**
 * Makes Temporal's schedules match the list, now and every five minutes in case the server lost them. Safe to
 * run in several workers. Retries while Temporal is unavailable. When recurring work has a separate
 * namespace, deletes the schedules that the namespace of jobs had before. Returns the function that stops it.
 */
export function keepSchedules(setup: {
  readonly connection: NativeConnection;
  readonly namespace: string;
  readonly jobsNamespace: string;
  /** Tasks with a schedule; those of others are deleted. */
  readonly tasks: readonly MaintenanceTask[];
  readonly logger: Logger;
  readonly watchdog: Watchdog;
}): () => Promise<void> {
  const { connection, namespace, jobsNamespace, tasks, logger, watchdog } = setup;
  const client = new Client({ connection, namespace });
  const isSeparate = namespace !== jobsNamespace;
  const taskQueue = maintenanceWorkflowQueue({ isSeparate });
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const isDone = await watchdog.watch("schedules", look);
      await delay(isDone ? lookMs : retryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async function look(): Promise<boolean> {
    try {
      await client.withAbortSignal(signal, async () =>
        client.withDeadline(Date.now() + callsMs, async () => {
          await ensureSchedules(client, { tasks, logger, taskQueue });
          if (!isSeparate) return;
          await endFormerWork(new Client({ connection, namespace: jobsNamespace }), logger);
        }),
      );
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) logger.warn({ reason }, "cannot ensure schedules; retrying");
      return false;
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

/**
 * Creates missing schedules, updates changed ones and deletes those that are no longer in the list. A
 * schedule that an operator paused stays paused. An unchanged schedule is not updated, because an update
 * makes Temporal forget the missed runs that it has yet to make up for.
 */
export async function ensureSchedules(
  client: Client,
  { tasks, logger, taskQueue }: ScheduleSetup,
): Promise<void> {
  for (const task of tasks) await ensureSchedule(client, task, { logger, taskQueue });
  await deleteSchedules(client, { logger, except: tasks.map(scheduleIdOf) });
}

interface ScheduleSetup {
  readonly tasks: readonly MaintenanceTask[];
  readonly logger: Logger;
  /** Queue of the workflows. */
  readonly taskQueue: string;
}

/** Deletes the engine's schedules except these. */
async function deleteSchedules(
  client: Client,
  { logger, except }: { readonly logger: Logger; readonly except: readonly string[] },
): Promise<void> {
  for await (const { scheduleId } of client.schedule.list()) {
    if (!scheduleId.startsWith(prefix) || except.includes(scheduleId)) continue;
    await client.schedule.getHandle(scheduleId).delete();
    logger.info({ scheduleId }, "schedule deleted: it is obsolete in this namespace");
  }
}

/** Ends recurring work in the namespace of jobs, where no worker runs its activities. */
async function endFormerWork(client: Client, logger: Logger): Promise<void> {
  await deleteSchedules(client, { logger, except: [] });
  const query = `WorkflowType = '${workflowType}' and ExecutionStatus = 'Running'`;
  for await (const { workflowId, runId } of client.workflow.list({ query })) {
    await client.workflow
      .getHandle(workflowId, runId)
      .terminate("recurring work has moved to another namespace")
      .catch(ignoreEndedRun);
  }
}

async function ensureSchedule(
  client: Client,
  task: MaintenanceTask,
  { logger, taskQueue }: Omit<ScheduleSetup, "tasks">,
): Promise<void> {
  const scheduleId = scheduleIdOf(task);
  const { definition, options } = describeSchedule(task, taskQueue);
  try {
    // A due run may have been missed while there was no schedule.
    await client.schedule.create({ ...options, scheduleId, state: { triggerImmediately: true } });
    logger.info({ scheduleId }, "schedule created");
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const handle = client.schedule.getHandle(scheduleId);
    const { action } = await handle.describe();
    if (action.memo?.["definition"] === definition) return;
    await handle.update(({ state }) => ({ ...options, state }));
    logger.info({ scheduleId }, "schedule changed");
  }
}

function describeSchedule(task: MaintenanceTask, taskQueue: string) {
  const { summary, spec, catchupWindow } = schedules[task];
  const definition = createHash("sha256")
    .update(JSON.stringify({ task, summary, spec, catchupWindow }))
    .digest("hex")
    .slice(0, 16);
  const input: RunMaintenanceInput = { task };
  const options = {
    spec,
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow },
    action: {
      type: "startWorkflow",
      workflowType,
      workflowId: `maintenance/${task}`,
      taskQueue,
      args: [input],
      staticSummary: summary,
      // A schedule's own memo cannot be changed later. This one can, and shows whether an update is needed.
      memo: { definition },
    },
  } satisfies Omit<ScheduleOptions, "scheduleId">;
  return { definition, options };
}
