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
    summary: "grants the month's credits to every organization that has not received them",
    spec: { intervals: [{ every: "1d" }] },
    catchupWindow: "1d",
  },
  expireCredits: {
    summary: "expires unused credits of grants",
    spec: { intervals: [{ every: "5m" }] },
    catchupWindow: "10m",
  },
  syncBilling: {
    summary: "reads customers at Stripe whose events no run has answered",
    spec: { intervals: [{ every: "5m" }] },
    catchupWindow: "5m",
  },
  reconcileBilling: {
    summary: "compares all customers at Stripe with the ledger",
    spec: { intervals: [{ every: "1d", offset: "3h" }] },
    catchupWindow: "1d",
  },
  noteDueKeyRotations: {
    summary: "raises an event for each API key whose value is 90 days old",
    spec: { intervals: [{ every: "1h" }] },
    catchupWindow: "1h",
  },
  mailOrganizationEvents: {
    summary: "emails owners about low credits, spent budgets and disabled webhooks",
    spec: { intervals: [{ every: "1m" }] },
    catchupWindow: "10m",
  },
  deleteExpiredRows: {
    summary:
      "deletes expired idempotency keys, estimates, sessions, invitations, emails, sign-ins and provider " +
      "webhooks",
    spec: { intervals: [{ every: "10m" }] },
    catchupWindow: "10m",
  },
  reconcileJobs: {
    summary: "starts a new run for every job without a run",
    spec: { intervals: [{ every: "1m" }] },
    catchupWindow: "1m",
  },
  reconcileWebhooks: {
    summary: "starts a new run for every webhook delivery without a run",
    spec: { intervals: [{ every: "1m" }] },
    catchupWindow: "1m",
  },
  deleteOldWebhooks: {
    summary:
      "deletes webhook deliveries after 30 days, deleted webhooks, and unread streams of webhooks",
    spec: { intervals: [{ every: "10m" }] },
    catchupWindow: "10m",
  },
  settleSubmissions: {
    summary: "cancels provider requests of jobs that have ended",
    spec: { intervals: [{ every: "1m" }] },
    catchupWindow: "1m",
  },
  eraseAccounts: {
    summary: "erases the data of closed accounts after the grace period",
    spec: { intervals: [{ every: "1h" }] },
    catchupWindow: "1h",
  },
  purgeJobs: {
    summary: "deletes files of deleted jobs that a crash left behind",
    spec: { intervals: [{ every: "10m" }] },
    catchupWindow: "10m",
  },
  deleteExpiredFiles: {
    summary: "deletes expired outputs and assets, and files of deleted rows",
    spec: { intervals: [{ every: "10m" }] },
    catchupWindow: "10m",
  },
  deleteOrphanFiles: {
    summary: "deletes files older than a day that no row references",
    spec: { intervals: [{ every: "1d", offset: "3h" }] },
    catchupWindow: "1d",
  },
  redactJobs: {
    summary: "removes prompts, metadata and other text of jobs whose days are over",
    spec: { intervals: [{ every: "10m" }] },
    catchupWindow: "10m",
  },
  keepPartitions: {
    summary: "makes the partitions of the next three months, and drops old events of jobs",
    spec: { intervals: [{ every: "1d", offset: "4h" }] },
    catchupWindow: "1d",
  },
  probeProviders: {
    summary: "probes the providers",
    spec: { intervals: [{ every: "30s" }] },
    catchupWindow: "30s",
  },
  measureModels: {
    summary: "measures the durations of the models",
    spec: { intervals: [{ every: "1m" }] },
    catchupWindow: "1m",
  },
  verifyBooks: {
    summary: "compares the balances of all organizations with their ledgers",
    spec: { intervals: [{ every: "1d", offset: "2h" }] },
    catchupWindow: "1d",
  },
  resealSecrets: {
    summary: "seals stored secrets under the current master key during its rotation",
    spec: { intervals: [{ every: "5m" }] },
    catchupWindow: "5m",
  },
  writeSecurityJournal: {
    summary: "writes new audit entries to the security journal in the storage of files",
    spec: { intervals: [{ every: "1m" }] },
    catchupWindow: "1m",
  },
  runBackfills: {
    summary: "changes existing rows for this release",
    spec: { intervals: [{ every: "5m" }] },
    catchupWindow: "5m",
  },
};
