/** Recurring work of the engine. Each is an activity of this name with a schedule of its own. */
export const maintenanceTasks = [
  "grantMonthlyCredits",
  "expireCredits",
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
  "probeProviders",
  "measureModels",
] as const;
export type MaintenanceTask = (typeof maintenanceTasks)[number];

/** Where a turn goes on: null at the beginning, else what the turn before gave as `next`. */
export interface MaintenanceTurnInput {
  readonly after: string | null;
}

/**
 * One turn of a task: a batch that ends well within its time-out and can be repeated. `changed`
 * counts what it did; `next` is null when nothing is left to look at.
 */
export interface MaintenanceTurn {
  readonly changed: number;
  readonly next: string | null;
}

/** A schedule gives the task alone; the rest is how far a run came before it continued as new. */
export interface RunMaintenanceInput {
  readonly task: MaintenanceTask;
  readonly after?: string;
  readonly changed?: number;
}
