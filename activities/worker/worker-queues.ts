import { inputSlots } from "#activities/generation/store-inputs.ts";
import type { Activities } from "#activities/index.ts";
import { submitTimeoutMs } from "#domain/jobs/submission.ts";
import { maintenanceTasks } from "#domain/maintenance.ts";
import {
  coreQueue,
  formerStoreQueue,
  inputQueue,
  intentQueue,
  mailQueue,
  maintenanceQueue,
  providerQueue,
  storeQueue,
  webhookQueue,
} from "#domain/task-queues.ts";

const coreSteps = [
  "beginJob",
  "planGeneration",
  "failOver",
  "completeJob",
  "failJob",
  "cancelJob",
  "giveUpMail",
  // Turns that the previous version scheduled; its runs may still be open.
  ...maintenanceTasks,
] as const;
const storeSteps = ["storeInputs", "storeOutput"] as const;
const providerSteps = [
  "submitToProvider",
  "pollProvider",
  "reconcileSubmission",
  "cancelAtProvider",
] as const;

/** These do nothing but wait for other people's servers, and a few that hang must not hold up the rest. */
const webhookSlots = 100;

/** Turns at once; each task has one run at most. */
export const maintenanceSlots = 5;

export interface QueueOptions {
  readonly taskQueue: string;
  readonly activities: Partial<Activities>;
  /** Whose steps it runs; absent when not those of a provider. */
  readonly provider?: string;
  /** Each step sends heartbeats while it works. Steps of a provider always do. */
  readonly heartbeats?: true;
  /** Only one queue runs workflows. */
  readonly runsWorkflows: boolean;
  /** Minimum time in which a stopping worker lets activities finish, whatever the setting. */
  readonly drainMs?: number;
  /** Activities at once, where it is not what the setting says. */
  readonly slots?: number;
}

/** Which queue runs which steps: two for each provider that can be called. */
export function listQueues(activities: Activities, providers: readonly string[]): QueueOptions[] {
  const pick = (names: readonly (keyof Activities)[]) => pickActivities(activities, names);
  return [
    { taskQueue: coreQueue, activities: pick(coreSteps), runsWorkflows: true },
    {
      taskQueue: maintenanceQueue,
      activities: pick(maintenanceTasks),
      runsWorkflows: false,
      slots: maintenanceSlots,
      heartbeats: true,
    },
    { taskQueue: intentQueue, activities: pick(["parseIntent"]), runsWorkflows: false },
    { taskQueue: mailQueue, activities: pick(["sendMail"]), runsWorkflows: false },
    {
      taskQueue: webhookQueue,
      activities: pick(["sendWebhook"]),
      runsWorkflows: false,
      slots: webhookSlots,
    },
    {
      taskQueue: inputQueue,
      activities: pick(["storeInputs"]),
      runsWorkflows: false,
      slots: inputSlots,
    },
    { taskQueue: formerStoreQueue, activities: pick(storeSteps), runsWorkflows: false },
    ...providers.flatMap((slug) => [
      {
        taskQueue: providerQueue(slug),
        activities: pick(providerSteps),
        provider: slug,
        drainMs: submitTimeoutMs,
        runsWorkflows: false,
      },
      { taskQueue: storeQueue(slug), activities: pick(["storeOutput"]), runsWorkflows: false },
    ]),
  ];
}

/** The activities of recurring work alone. */
export function pickMaintenance(activities: Activities): Partial<Activities> {
  return pickActivities(activities, maintenanceTasks);
}

function pickActivities(
  activities: Activities,
  names: readonly (keyof Activities)[],
): Partial<Activities> {
  return Object.fromEntries(names.map((name) => [name, activities[name]]));
}
