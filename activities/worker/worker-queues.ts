import { inputSlots } from "#activities/generation/store-inputs.ts";
import type { Activities } from "#activities/index.ts";
import { submitTimeoutMs } from "#domain/jobs/time-limits.ts";
import { maintenanceTasks } from "#domain/maintenance.ts";
import {
  coreQueue,
  formerStoreQueue,
  inputQueue,
  intentQueue,
  emailQueue,
  maintenanceQueue,
  providerQueue,
  storeQueue,
  webhookQueue,
  type WorkerGroup,
} from "#domain/task-queues.ts";

const coreSteps = [
  "beginJob",
  "planGeneration",
  "failOver",
  "completeJob",
  "failJob",
  "cancelJob",
  "advanceRun",
  "performStep",
  "giveUpMail",
  // Activities that the previous version scheduled on this queue; its runs may still be open.
  ...maintenanceTasks,
] as const;
const storeSteps = ["storeInputs", "storeOutput"] as const;
const providerSteps = [
  "submitToProvider",
  "pollProvider",
  "reconcileSubmission",
  "cancelAtProvider",
] as const;

/** Webhooks only wait for receivers' servers, and a few that hang must not delay the rest. */
const webhookSlots = 100;

/** Concurrent maintenance activities. Each task has at most one run. */
export const maintenanceSlots = 5;

export interface QueueOptions {
  readonly group: WorkerGroup;
  readonly taskQueue: string;
  readonly activities: Partial<Activities>;
  /** Slug of the provider whose activities the queue runs. Absent for other queues. */
  readonly provider?: string;
  /** Each activity sends heartbeats while it runs. Activities that call a provider always do. */
  readonly heartbeats?: true;
  /** One queue of each namespace runs workflows. */
  readonly runsWorkflows: boolean;
  /** The queue belongs to the namespace of recurring work. */
  readonly isMaintenance?: true;
  /** Minimum time in which a stopping worker lets activities finish, whatever the setting. */
  readonly drainMs?: number;
  /** Concurrent activities, where they differ from the setting. */
  readonly slots?: number;
}

/** Queue that runs the workflows of recurring work: the one of all workflows, unless it is in another namespace. */
export function maintenanceWorkflowQueue({ isSeparate }: { readonly isSeparate: boolean }): string {
  return isSeparate ? maintenanceQueue : coreQueue;
}

/**
 * Lists the queues with their activities: two queues for each provider that can be called. `isSeparate`:
 * recurring work has a separate namespace.
 */
export function listQueues(
  activities: Activities,
  providers: readonly string[],
  { isSeparate }: { readonly isSeparate: boolean },
): QueueOptions[] {
  const pick = (names: readonly (keyof Activities)[]) => pickActivities(activities, names);
  return [
    { group: "core", taskQueue: coreQueue, activities: pick(coreSteps), runsWorkflows: true },
    {
      group: "core",
      taskQueue: maintenanceQueue,
      activities: pick(maintenanceTasks),
      runsWorkflows: isSeparate,
      isMaintenance: true,
      slots: maintenanceSlots,
      heartbeats: true,
    },
    {
      group: "core",
      taskQueue: intentQueue,
      activities: pick(["parseIntent", "performStep"]),
      runsWorkflows: false,
    },
    {
      group: "core",
      taskQueue: emailQueue,
      activities: pick(["sendMail"]),
      runsWorkflows: false,
    },
    {
      group: "webhook",
      taskQueue: webhookQueue,
      activities: pick(["sendWebhook"]),
      runsWorkflows: false,
      slots: webhookSlots,
    },
    {
      group: "media",
      taskQueue: inputQueue,
      activities: pick(["storeInputs"]),
      runsWorkflows: false,
      slots: inputSlots,
    },
    {
      group: "media",
      taskQueue: formerStoreQueue,
      activities: pick(storeSteps),
      runsWorkflows: false,
    },
    ...providers.flatMap((slug): QueueOptions[] => [
      {
        group: "providers",
        taskQueue: providerQueue(slug),
        activities: pick(providerSteps),
        provider: slug,
        drainMs: submitTimeoutMs,
        runsWorkflows: false,
      },
      {
        group: "media",
        taskQueue: storeQueue(slug),
        activities: pick(["storeOutput"]),
        runsWorkflows: false,
      },
    ]),
  ];
}

/** Picks the activities of the maintenance tasks. */
export function pickMaintenance(activities: Activities): Partial<Activities> {
  return pickActivities(activities, maintenanceTasks);
}

function pickActivities(
  activities: Activities,
  names: readonly (keyof Activities)[],
): Partial<Activities> {
  return Object.fromEntries(names.map((name) => [name, activities[name]]));
}
