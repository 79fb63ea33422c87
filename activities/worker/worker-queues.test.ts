import { expect, test } from "vitest";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { createActivities } from "#activities/index.ts";
import { maintenanceTasks } from "#domain/maintenance.ts";
import {
  coreQueue,
  emailQueue,
  formerStoreQueue,
  inputQueue,
  intentQueue,
  maintenanceQueue,
  webhookQueue,
} from "#domain/task-queues.ts";

import { listQueues } from "./worker-queues.ts";

const activities = createActivities({
  webhooks: {},
  limits: {},
  addresses: {},
} as ActivityDependencies);

test("the maintenance queue has separate slots and heartbeats", () => {
  const queue = listQueues(activities, [], { isSeparate: false }).find(
    ({ taskQueue }) => taskQueue === maintenanceQueue,
  );

  expect(Object.keys(queue?.activities ?? {})).toEqual([...maintenanceTasks]);
  expect(queue).toMatchObject({ heartbeats: true, slots: 5 });
});

test("every activity belongs to a queue, and one queue of each namespace runs workflows", () => {
  const queues = listQueues(activities, ["studio"], { isSeparate: true });
  const shared = listQueues(activities, ["studio"], { isSeparate: false });

  const run = new Set(queues.flatMap((queue) => Object.keys(queue.activities)));
  expect([...run].toSorted()).toEqual(Object.keys(activities).toSorted());
  const running = queues.filter(({ runsWorkflows }) => runsWorkflows);
  expect(running.map(({ isMaintenance }) => isMaintenance)).toEqual([undefined, true]);
  expect(shared.filter(({ runsWorkflows }) => runsWorkflows)).toHaveLength(1);
});

test("each group has its queues", () => {
  const groups = Object.groupBy(
    listQueues(activities, ["studio", "fal"], { isSeparate: true }),
    ({ group }) => group,
  );
  const queues = Object.fromEntries(
    Object.entries(groups).map(([group, list]) => [group, list.map(({ taskQueue }) => taskQueue)]),
  );

  expect(queues).toEqual({
    core: [coreQueue, maintenanceQueue, intentQueue, emailQueue],
    providers: ["gme-provider-studio", "gme-provider-fal"],
    media: [inputQueue, formerStoreQueue, "gme-store-studio", "gme-store-fal"],
    webhook: [webhookQueue],
  });
});
