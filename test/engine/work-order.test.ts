import type { Client } from "@temporalio/client";
import proto from "@temporalio/proto";
import { afterAll, beforeAll, expect, test } from "vitest";

import { coreQueue } from "#domain/task-queues.ts";
import { startRun } from "#temporal/start-run.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";

// The test takes the place of the worker, so that it sees the order in which Temporal hands out tasks.

const { TASK_QUEUE_KIND_NORMAL, TASK_QUEUE_KIND_STICKY } =
  proto.temporal.api.enums.v1.TaskQueueKind;
const stickyQueue = "the cache of a worker";
const steps = ["first", "second", "third", "fourth"];
const single = "job/single";

let engine: TestEngine;
let client: Client;

beforeAll(async () => {
  engine = await startTestEngine({ studioUrl: "http://127.0.0.1:9" });
  await engine.startTemporal();
  client = await engine.connectTemporal();
}, 120_000);

afterAll(async () => engine.close());

const normal = { name: coreQueue, kind: TASK_QUEUE_KIND_NORMAL };
const sticky = { name: stickyQueue, kind: TASK_QUEUE_KIND_STICKY, normalName: coreQueue };

async function poll(taskQueue: typeof normal | typeof sticky) {
  return client.withDeadline(Date.now() + 60_000, async () =>
    client.workflowService.pollWorkflowTaskQueue({ namespace: "default", taskQueue }),
  );
}

/** Completes a task without commands. The next task of its run goes to the worker's cache. */
async function keepCached(taskToken: Uint8Array): Promise<void> {
  await client.workflowService.respondWorkflowTaskCompleted({
    namespace: "default",
    taskToken,
    stickyAttributes: {
      workerTaskQueue: sticky,
      scheduleToStartTimeout: { seconds: 600 as never },
    },
  });
}

/** Reports whether Temporal has put a task of the workflow in a queue. */
async function hasTask(workflowId: string): Promise<boolean> {
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  return raw.pendingWorkflowTask != null;
}

/** Takes all waiting tasks, and returns their workflows in the order of dispatch. */
async function takeTasks(taskQueue: typeof normal | typeof sticky): Promise<string[]> {
  const taken: string[] = [];
  for (let count = 0; count <= steps.length; count += 1) {
    const { taskToken, workflowExecution } = await poll(taskQueue);
    taken.push(workflowExecution?.workflowId ?? "");
    await keepCached(taskToken);
  }
  return taken;
}

test("a single job goes before the steps of another organization's run, also in the queue of cached workflows", async () => {
  const run = { resumes: 0, workflow: "generateMedia" } as const;
  const many = { id: "org_many", plan: "enterprise" } as const;
  const other = { id: "org_other", plan: "free" } as const;
  for (const jobId of steps) {
    await startRun(client, { ...run, jobId, organization: many, isBackground: true });
  }
  await startRun(client, { ...run, jobId: "single", organization: other, isBackground: false });

  const started = await takeTasks(normal);
  expect(started.toSorted()).toEqual([...steps.map((jobId) => `job/${jobId}`), single].toSorted());
  expect(started[0]).toBe(single);

  // Temporal uses the queue of a cache only while a worker polls it.
  const polling = poll(sticky);
  await client.workflow.getHandle(single).signal("wake");
  await keepCached((await polling).taskToken);
  for (const workflowId of [...steps.map((jobId) => `job/${jobId}`), single]) {
    await client.workflow.getHandle(workflowId).signal("wake");
    await expect.poll(async () => hasTask(workflowId), { timeout: 30_000 }).toBe(true);
  }
  expect((await takeTasks(sticky))[0]).toBe(single);
}, 120_000);
