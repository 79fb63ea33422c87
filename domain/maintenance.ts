/** Recurring tasks of the engine. Each is an activity of this name with its own schedule. */
export const maintenanceTasks = [
  "grantMonthlyCredits",
  "expireCredits",
  "syncBilling",
  "reconcileBilling",
  "noteDueKeyRotations",
  "mailOrganizationEvents",
  "deleteExpiredRows",
  "reconcileJobs",
  "reconcileWebhooks",
  "deleteOldWebhooks",
  "settleSubmissions",
  "purgeJobs",
  "eraseAccounts",
  "deleteExpiredFiles",
  "deleteOrphanFiles",
  "redactJobs",
  "keepPartitions",
  "probeProviders",
  "measureModels",
  "runBackfills",
  "verifyBooks",
  "resealSecrets",
  "writeSecurityJournal",
] as const;
export type MaintenanceTask = (typeof maintenanceTasks)[number];

const billingTasks: readonly MaintenanceTask[] = ["syncBilling", "reconcileBilling"];

/** Lists the tasks of an engine; those of billing only for one that sells something. */
export function listTasks({ sells }: { readonly sells: boolean }): readonly MaintenanceTask[] {
  return maintenanceTasks.filter((task) => sells || !billingTasks.includes(task));
}

/** Cursor of a batch: null for the first batch, else the previous batch's `next`. */
export interface MaintenanceTurnInput {
  readonly after: string | null;
}

/**
 * One batch of a task, which is repeatable and ends well within its timeout. `changed` counts the changes;
 * `next` is null when nothing is left to process.
 */
export interface MaintenanceTurn {
  readonly changed: number;
  readonly next: string | null;
}

/** A schedule passes only the task. The other fields carry the progress of a run that continued as new. */
export interface RunMaintenanceInput {
  readonly task: MaintenanceTask;
  readonly after?: string;
  readonly changed?: number;
}
