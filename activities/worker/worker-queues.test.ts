import { expect, test } from "vitest";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { createActivities } from "#activities/index.ts";
import { maintenanceTasks } from "#domain/maintenance.ts";
import { maintenanceQueue } from "#domain/task-queues.ts";

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
