import { rm } from "node:fs/promises";
import { join } from "node:path";

import { Client, Connection, ScheduleNotFoundError } from "@temporalio/client";
import { NativeConnection } from "@temporalio/worker";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";

import { ensureSchedules, keepSchedules } from "#activities/worker/keep-schedules.ts";
import { listTasks, maintenanceTasks } from "#domain/maintenance.ts";
import { maintenanceQueue } from "#domain/task-queues.ts";
import { createLogger } from "#runtime/logger.ts";
import { createWatchdog } from "#runtime/watchdog.ts";
import { scheduleIdOf } from "#temporal/schedule-id.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";

let engine: TestEngine;
let connection: Connection;
/** Client of the namespace of recurring work. */
let client: Client;
/** Client of the namespace of jobs. */
let jobs: Client;
let worker: NodeProcess;

const silent = createLogger({ level: "silent", part: "test" });
const grants = scheduleIdOf("grantMonthlyCredits");
const namespace = "gme-maintenance";
const patience = { timeout: 60_000, interval: 200 };

async function connect(): Promise<void> {
  connection = await Connection.connect({ address: engine.temporalAddress });
  client = new Client({ connection, namespace });
  jobs = new Client({ connection });
}

/** Description of a schedule; null when it does not exist. */
async function describeSchedule(scheduleId: string) {
  try {
    return await client.schedule.getHandle(scheduleId).describe();
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}

async function statusOfFirstRun(scheduleId: string): Promise<string | undefined> {
  const first = (await describeSchedule(scheduleId))?.info.recentActions[0];
  if (first === undefined) return undefined;
  const { workflowId, firstExecutionRunId } = first.action.workflow;
  const run = await client.workflow.getHandle(workflowId, firstExecutionRunId).describe();
  return run.status.name;
}

async function countSchedules({ schedule }: Client): Promise<number> {
  let count = 0;
  for await (const { scheduleId } of schedule.list()) if (scheduleId !== "") count += 1;
  return count;
}

async function countGrants(organizationId: string): Promise<number> {
  const [row] = await engine.orm.em
    .fork()
    .execute<{ count: number }[]>(
      `select count(*)::int as count from credit_entries where organization_id = ? and period is not null`,
      [organizationId],
    );
  return row?.count ?? 0;
}

beforeAll(async () => {
  engine = await startTestEngine({
    studioUrl: "http://127.0.0.1:9",
    tasks: listTasks({ sells: false }),
    env: { TEMPORAL_MAINTENANCE_NAMESPACE: namespace },
  });
  await engine.startTemporal();
  await connect();
}, 120_000);

afterAll(async () => {
  await connection.close();
  await engine.close();
});

test("a worker creates the schedule of every task and deletes obsolete ones, and a run performs the task", async () => {
  await client.schedule.create({
    scheduleId: "gme/of-a-former-version",
    spec: { intervals: [{ every: "1d" }] },
    action: { type: "startWorkflow", workflowType: "gone", taskQueue: "gone" },
  });
  await client.schedule.create({
    scheduleId: "of-somebody-else",
    spec: { intervals: [{ every: "1d" }] },
    action: { type: "startWorkflow", workflowType: "other", taskQueue: "other" },
  });
  const { organizationId } = await createOrganization(engine.orm, { credits: 30 });

  worker = await engine.startWorker();

  const tasks = listTasks({ sells: false });
  for (const task of tasks) {
    await expect
      .poll(async () => describeSchedule(scheduleIdOf(task)), patience)
      .toMatchObject({
        policies: { overlap: "SKIP" },
        action: { workflowType: "runMaintenance", args: [{ task }] },
        state: { paused: false },
      });
  }
  // The first run starts with the schedule, because due runs may have been missed.
  for (const task of tasks) {
    await expect.poll(async () => statusOfFirstRun(scheduleIdOf(task)), patience).toBe("COMPLETED");
  }
  // An engine without a key of Stripe sells nothing.
  expect(await describeSchedule(scheduleIdOf("reconcileBilling"))).toBeNull();
  await expect.poll(async () => countGrants(organizationId), patience).toBe(1);
  // Temporal's list shows a schedule some time after its creation.
  await expect
    .poll(async () => describeSchedule("gme/of-a-former-version"), { ...patience, timeout: 30_000 })
    .toBeNull();
  expect(await describeSchedule("of-somebody-else")).not.toBeNull();
  expect(await jobs.workflow.count('WorkflowType = "runMaintenance"')).toMatchObject({ count: 0 });
});

test("schedules of an engine whose recurring work shared the namespace of jobs are deleted with their runs", async () => {
  await ensureSchedules(jobs, {
    tasks: maintenanceTasks,
    logger: silent,
    taskQueue: "without-a-worker",
  });
  await expect
    .poll(async () => (await jobs.workflow.count('ExecutionStatus = "Running"')).count, patience)
    .toBe(maintenanceTasks.length);

  const native = await NativeConnection.connect({ address: engine.temporalAddress });
  const stop = keepSchedules({
    tasks: maintenanceTasks,
    connection: native,
    namespace,
    jobsNamespace: "default",
    logger: silent,
    watchdog: createWatchdog(),
  });

  await expect.poll(async () => countSchedules(jobs), patience).toBe(0);
  await expect
    .poll(async () => (await jobs.workflow.count('ExecutionStatus = "Running"')).count, patience)
    .toBe(0);
  expect(await describeSchedule(grants)).not.toBeNull();
  await stop();
  await native.close();
});

test("a trigger and a backfill over two months grant credits only once", async () => {
  const { organizationId } = await createOrganization(engine.orm, { credits: 30 });
  const handle = client.schedule.getHandle(grants);
  const before = (await handle.describe()).info.numActionsTaken;
  const end = new Date();

  await handle.trigger();
  await expect.poll(async () => countGrants(organizationId), patience).toBe(1);
  await handle.backfill({
    start: new Date(end.getTime() - 61 * 86_400_000),
    end,
    overlap: "ALLOW_ALL",
  });

  await expect
    .poll(async () => {
      const { info } = await handle.describe();
      return info.runningActions.length === 0 ? info.numActionsTaken - before : 0;
    }, patience)
    .toBeGreaterThanOrEqual(61);
  expect(await countGrants(organizationId)).toBe(1);
});

test("a paused schedule stays paused, an unchanged one is not touched, and a changed one is corrected", async () => {
  const handle = client.schedule.getHandle(grants);
  await handle.pause("looking into something");
  const { info } = await handle.describe();

  await startAnotherWorkers();

  const unchanged = await handle.describe();
  expect(unchanged.state).toMatchObject({ paused: true, note: "looking into something" });
  expect(unchanged.info.lastUpdatedAt).toEqual(info.lastUpdatedAt);

  await handle.update(({ action: { args = [], ...action }, policies, state }) => ({
    spec: { intervals: [{ every: "7d" }] },
    action: { ...action, args, memo: { definition: "of another version" } },
    policies,
    state,
  }));
  await startAnotherWorkers();

  const changed = await handle.describe();
  expect(changed.spec.intervals).toMatchObject([{ every: 86_400_000 }]);
  expect(changed.state.paused).toBe(true);
});

/** Creates the schedules concurrently, as several starting workers do. */
async function startAnotherWorkers(): Promise<void> {
  const setup = { tasks: maintenanceTasks, logger: silent, taskQueue: maintenanceQueue };
  await Promise.all([1, 2, 3].map(async () => ensureSchedules(client, setup)));
}

test("schedules are retried while Temporal is unavailable and created again after it lost its data", async () => {
  const warnings: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) });
  const native = await NativeConnection.connect({ address: engine.temporalAddress });
  const watchdog = createWatchdog();
  await worker.stop();
  await connection.close();
  await engine.stopTemporal();
  await rm(join(engine.env["DATA_DIR"] ?? "", "temporal.db"));

  const stop = keepSchedules({
    tasks: maintenanceTasks,
    connection: native,
    namespace,
    jobsNamespace: "default",
    logger,
    watchdog,
  });
  await expect.poll(() => warnings.length, patience).toBeGreaterThan(0);
  await engine.startTemporal();
  await connect();

  await expect.poll(async () => describeSchedule(grants), patience).not.toBeNull();
  expect(warnings.join("")).toContain("cannot ensure schedules; retrying");
  await stop();
  await native.close();
});
