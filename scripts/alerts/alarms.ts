import type { Rule, Severity } from "./rule.ts";

/** An alarm about one condition. */
export interface Alarm {
  /** Name of the alert without its prefix, and as words in the documentation. */
  readonly name: string;
  readonly title: string;
  readonly expr: string;
  readonly for?: string;
  readonly severity: Severity;
  readonly summary: string;
  /** Anchor of docs/runbook.md, or what to do in a sentence. */
  readonly runbook?: string;
}

export const alarms: readonly Alarm[] = [
  {
    name: "ApiFails",
    title: "API fails",
    expr: `sum(rate(gme_http_problems_total{code="internal"}[5m])) > 0`,
    severity: "ticket",
    summary: "Find the stack trace in the log by request id",
  },
  {
    name: "DatabaseAway",
    title: "database away",
    expr: `sum(rate(gme_http_problems_total{code="unavailable"}[1m])) > 0`,
    severity: "page",
    summary: "Check PostgreSQL and the size of the pools",
  },
  {
    name: "LimitsNotExact",
    title: "limits not exact",
    expr: "max(gme_rate_limit_store_down) == 1",
    for: "1m",
    severity: "ticket",
    summary: "Check Redis or PostgreSQL; the API's log has the reason",
  },
  {
    name: "SecretsGuessed",
    title: "guessing of secrets",
    expr:
      `sum(rate(gme_http_problems_total{code=~"sign_in_failed|sign_in_limited|api_key_unknown|token_invalid"}[5m])) > ` +
      `1 + 5 * sum(rate(gme_http_problems_total{code=~"sign_in_failed|sign_in_limited|api_key_unknown|token_invalid"}[1d]))`,
    for: "5m",
    severity: "ticket",
    summary: "Find the source in the audit log and the access log",
  },
  {
    name: "CallersAtLimit",
    title: "callers at the limit",
    expr:
      `sum by (route) (rate(gme_http_problems_total{code="rate_limited"}[15m])) > ` +
      `1 + 5 * sum by (route) (rate(gme_http_problems_total{code="rate_limited"}[1d]))`,
    for: "15m",
    severity: "info",
    summary: "Find a client in a loop, or a plan that is too small",
  },
  {
    name: "TemporalAway",
    title: "Temporal away",
    expr: "max(gme_outbox_oldest_seconds) > 60",
    for: "1m",
    severity: "ticket",
    summary: "Jobs wait, and run when Temporal is available again",
  },
  {
    name: "OutboxStuck",
    title: "outbox stuck",
    expr: "max(gme_outbox_oldest_seconds) > 600",
    severity: "page",
    summary: "The outbox does not drain",
    runbook: "the-outbox-does-not-drain",
  },
  {
    name: "JobStuck",
    title: "job stuck",
    expr: "max(gme_jobs_oldest_seconds) > 10800",
    severity: "ticket",
    summary: "A job does not end",
    runbook: "a-job-does-not-end",
  },
  {
    name: "JobsUnwatched",
    title: "jobs unwatched",
    expr: "max(gme_jobs_unwatched) > 0",
    for: "5m",
    severity: "page",
    summary: "Jobs without a workflow run",
    runbook: "jobs-without-a-workflow-run",
  },
  {
    name: "RunsLost",
    title: "runs lost",
    expr: "max(gme_jobs_resumed) > 0",
    severity: "ticket",
    summary: "Runs were lost",
    runbook: "runs-were-lost",
  },
  {
    name: "RunsStuck",
    title: "runs stuck",
    expr: "max(gme_jobs_stuck) > 0",
    for: "5m",
    severity: "page",
    summary: "Runs are stuck",
    runbook: "runs-are-stuck",
  },
  {
    name: "ResponsesUnknown",
    title: "responses lost",
    expr: "max(gme_submissions_unknown) > 5",
    for: "5m",
    severity: "ticket",
    summary: "Responses of a provider are lost",
    runbook: "responses-of-a-provider-are-lost",
  },
  {
    name: "ResponsesGivenUp",
    title: "responses given up",
    expr: "max(gme_submissions_given_up) > 0",
    severity: "ticket",
    summary: "Responses of a provider are lost",
    runbook: "responses-of-a-provider-are-lost",
  },
  {
    name: "ProviderLeftAlone",
    title: "provider left alone",
    expr: "max by (provider, model) (gme_provider_circuit_state) == 2",
    for: "5m",
    severity: "ticket",
    summary: "A provider is left alone",
    runbook: "a-provider-is-left-alone",
  },
  {
    name: "ProviderTooSmall",
    title: "provider too small",
    expr: "max by (provider) (gme_provider_wait_seconds) > 900",
    severity: "ticket",
    summary: "Jobs wait for a provider",
    runbook: "jobs-wait-for-a-provider",
  },
  {
    name: "SoldBelowCost",
    title: "sold below cost",
    expr: "max by (provider, model) (gme_provider_sold_below_cost) > 0",
    severity: "ticket",
    summary: "Generations are sold below cost",
    runbook: "generations-are-sold-below-cost",
  },
  {
    name: "ProviderNotStopped",
    title: "provider not stopped",
    expr: "max(gme_submissions_unsettled) > 0",
    for: "15m",
    severity: "ticket",
    summary: "A provider works for ended jobs",
    runbook: "a-provider-works-for-ended-jobs",
  },
  {
    name: "FilesLeft",
    title: "files left",
    expr: "max(gme_jobs_unpurged) > 0",
    severity: "ticket",
    summary: "Files of deleted jobs stay",
    runbook: "files-of-deleted-jobs-stay",
  },
  {
    name: "RowsLeft",
    title: "rows left",
    expr: "max by (table) (gme_expired_rows) > 50000",
    for: "1h",
    severity: "ticket",
    summary: "Expired rows stay",
    runbook: "expired-rows-stay",
  },
  {
    name: "RollOutUnfinished",
    title: "roll-out unfinished",
    expr: "max(gme_migrations_left) > 0",
    for: "1d",
    severity: "ticket",
    summary: "A roll-out is not finished",
    runbook: "a-roll-out-is-not-finished",
  },
  {
    name: "EmailsStuck",
    title: "emails stuck",
    expr: `max(gme_mails_recent{state="failed"}) > 0 or delta(max(gme_mails_recent{state="queued"})[15m:1m]) > 0 and min_over_time(max(gme_mails_recent{state="queued"})[15m:1m]) > 0`,
    severity: "ticket",
    summary: "Check the mail server and the worker's log",
  },
  {
    name: "WebhooksStuck",
    title: "webhooks stuck",
    expr: "max(gme_webhooks_overdue_seconds) > 300",
    severity: "page",
    summary: "Webhooks are not sent",
    runbook: "webhooks-are-not-sent",
  },
  {
    name: "WebhooksFail",
    title: "webhooks fail",
    expr: "max(gme_webhook_attempts_failed) > 20 + 5 * avg_over_time(max(gme_webhook_attempts_failed)[1d:10m])",
    for: "15m",
    severity: "info",
    summary: "Webhooks do not arrive",
    runbook: "webhooks-do-not-arrive",
  },
  {
    name: "BooksWrong",
    title: "books wrong",
    expr: "max(gme_books_wrong) > 0",
    severity: "page",
    summary: "The books are wrong",
    runbook: "the-books-are-wrong",
  },
  {
    name: "BooksUnverified",
    title: "books unverified",
    expr: "min(gme_books_verified_seconds) > 129600",
    for: "1h",
    severity: "ticket",
    summary: "The books are not checked",
    runbook: "the-books-are-not-checked",
  },
  {
    name: "Unmeasured",
    title: "nothing measures",
    expr: "absent(gme_outbox_waiting)",
    for: "5m",
    severity: "page",
    summary: "No process measures the engine",
    runbook: "no-process-measures-the-engine",
  },
  {
    name: "NoWorkers",
    title: "no workers",
    expr: "absent(temporal_worker_task_slots_available)",
    for: "5m",
    severity: "page",
    summary: "No worker runs",
    runbook: "no-worker-runs",
  },
  {
    name: "WorkersFull",
    title: "workers full",
    expr:
      `sum by (task_queue) (temporal_worker_task_slots_used{worker_type="ActivityWorker"}) > ` +
      `0.9 * (sum by (task_queue) (temporal_worker_task_slots_used{worker_type="ActivityWorker"}) + ` +
      `sum by (task_queue) (temporal_worker_task_slots_available{worker_type="ActivityWorker"}))`,
    for: "15m",
    severity: "ticket",
    summary: "Workers are too few",
    runbook: "workers-are-too-few",
  },
  {
    name: "TasksWait",
    title: "tasks wait",
    expr:
      "histogram_quantile(0.95, sum by (le, task_queue) " +
      "(rate(temporal_activity_schedule_to_start_latency_seconds_bucket[10m]))) > 10",
    for: "10m",
    severity: "ticket",
    summary: "Workers are too few",
    runbook: "workers-are-too-few",
  },
  {
    name: "PoolEmpty",
    title: "pool empty",
    expr: `max by (instance, pool) (gme_database_connections{state="waiting"}) > 0`,
    for: "5m",
    severity: "ticket",
    summary: "Requests wait for a connection",
    runbook: "requests-wait-for-a-connection",
  },
  {
    name: "TransactionOpen",
    title: "transaction open",
    expr: "max(gme_database_oldest_transaction_seconds) > 300",
    for: "5m",
    severity: "ticket",
    summary: "A transaction stays open",
    runbook: "a-transaction-stays-open",
  },
  {
    name: "WalNotArchived",
    title: "WAL not archived",
    expr: "max(gme_database_archive_seconds) > 900",
    for: "5m",
    severity: "page",
    summary: "WAL is not archived",
    runbook: "wal-is-not-archived",
  },
  {
    name: "NoStandby",
    title: "no standby",
    expr: "max(gme_database_sync_standbys) == 0 and max_over_time(max(gme_database_sync_standbys)[7d:10m]) > 0",
    for: "1m",
    severity: "page",
    summary: "No synchronous standby",
    runbook: "no-synchronous-standby",
  },
  {
    name: "SlotKeepsWal",
    title: "slot keeps WAL",
    expr: "max(gme_database_slot_bytes) > 1e10",
    for: "5m",
    severity: "page",
    summary: "WAL fills the disk",
    runbook: "wal-fills-the-disk",
  },
  {
    name: "TableLarge",
    title: "table large",
    expr: "max by (table) (gme_database_table_bytes) > 5e10",
    for: "1d",
    severity: "ticket",
    summary: "A table grows too large",
    runbook: "a-table-grows-too-large",
  },
  {
    name: "ProcessStalled",
    title: "process stalled",
    expr: "max by (instance) (nodejs_eventloop_lag_p99_seconds) > 1",
    for: "5m",
    severity: "ticket",
    summary: "The event loop of a process is blocked: check its load, then its log",
  },
];

export function alarmRules(runbookUrl: (page: string) => string): Rule[] {
  return alarms.map(({ name, expr, severity, summary, runbook, ...rest }) => ({
    alert: `Gme${name}`,
    expr,
    ...(rest.for === undefined ? {} : { for: rest.for }),
    labels: { severity },
    annotations: {
      summary,
      runbook_url: runbookUrl(
        runbook === undefined ? "operations.md#metrics-and-alarms" : `runbook.md#${runbook}`,
      ),
    },
  }));
}
