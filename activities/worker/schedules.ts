import type { ScheduleSpec } from "@temporalio/client";
import type { Duration } from "@temporalio/common";

import type { MaintenanceTask } from "#domain/maintenance.ts";

/** Schedule of a task, and its summary in the Temporal UI. */
export interface MaintenanceSchedule {
  readonly summary: string;
  readonly spec: ScheduleSpec;
  /** Maximum age of missed runs that are made up for after an outage of Temporal. */
  readonly catchupWindow: Duration;
}

/**
 * Schedule of every task. Intervals count from midnight UTC. A run that is due while the previous one is
 * running is skipped: each run processes everything that is due.
 */
export const schedules: Readonly<Record<MaintenanceTask, MaintenanceSchedule>> = {
  grantMonthlyCredits: {
    summary: "the month's credits for every organization that has not got them",
    spec: { intervals: [{ every: "1d" }] },
    catchupWindow: "1d",
  },
  expireCredits: {
    summary: "what is left of grants whose time is over",
    spec: { intervals: [{ every: "5m" }] },
    catchupWindow: "10m",
  },
  noteDueKeyRotations: {
    summary: "an event for each API key whose value is 90 days old",
    spec: { intervals: [{ every: "1h" }] },
    catchupWindow: "1h",
  },
  mailOrganizationEvents: {
    summary:
      "mails to owners whose credits are low, whose budget is nearly spent, or whose webhook is disabled",
    spec: { intervals: [{ every: "1m" }] },
    catchupWindow: "10m",
  },
  deleteExpiredRows: {
    summary:
      "idempotency keys, estimates, sessions, invitations, mails, sign-ins and providers' webhooks that have had their time",
    spec: { intervals: [{ every: "10m" }] },
    catchupWindow: "10m",
  },
  reconcileJobs: {
    summary: "a new run for every job whose run is gone",
    spec: { intervals: [{ every: "1m" }] },
    catchupWindow: "1m",
  },
  reconcileWebhooks: {
    summary: "a new run for every webhook whose run is gone",
    spec: { intervals: [{ every: "1m" }] },
    catchupWindow: "1m",
  },
  deleteOldWebhooks: {
    summary: "what was told by webhooks 30 days ago, and deleted webhooks",
    spec: { intervals: [{ every: "10m" }] },
    catchupWindow: "10m",
  },
  settleSubmissions: {
    summary: "what providers still do for jobs that have ended is stopped",
    spec: { intervals: [{ every: "1m" }] },
    catchupWindow: "1m",
  },
  eraseAccounts: {
    summary: "the data of accounts whose days of grace are over",
    spec: { intervals: [{ every: "1h" }] },
    catchupWindow: "1h",
  },
  purgeJobs: {
    summary: "files of deleted jobs that a crash has left",
    spec: { intervals: [{ every: "10m" }] },
    catchupWindow: "10m",
  },
  deleteExpiredFiles: {
    summary: "outputs and assets whose time is over, and files of what was deleted",
    spec: { intervals: [{ every: "10m" }] },
    catchupWindow: "10m",
  },
  deleteOrphanFiles: {
    summary: "files of a day ago that no row names",
    spec: { intervals: [{ every: "1d", offset: "3h" }] },
    catchupWindow: "1d",
  },
  probeProviders: {
    summary: "whether the providers answer",
    spec: { intervals: [{ every: "30s" }] },
    catchupWindow: "30s",
  },
  measureModels: {
    summary: "how long the models take",
    spec: { intervals: [{ every: "1m" }] },
    catchupWindow: "1m",
  },
};
