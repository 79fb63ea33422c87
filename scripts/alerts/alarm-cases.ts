/** Series of promtool: a metric with its labels, and its values at intervals of a minute. */
export type Series = Readonly<Record<string, string>>;

/** Series under which an alarm fires after the given minutes, and series under which it stays quiet. */
export interface AlarmCase {
  readonly fires: Series;
  readonly quiet: Series;
  /** Default: 60. */
  readonly minutes?: number;
  /** Labels of the alert that come from the series. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Gauge that is too high, next to one that is at its limit. */
const above = (metric: string, value: number, limit: number): AlarmCase => ({
  fires: { [metric]: `${value}x200` },
  quiet: { [metric]: `${limit}x200` },
});

const problems = (code: string) => `gme_http_problems_total{route="/v1/chat",code="${code}"}`;
const slots = (state: string, queue: string) =>
  `temporal_worker_task_slots_${state}{task_queue="${queue}",worker_type="ActivityWorker"}`;
const waited = (le: string) =>
  `temporal_activity_schedule_to_start_latency_seconds_bucket{task_queue="gme-core",le="${le}"}`;
const emails = (state: string) => `gme_mails_recent{state="${state}"}`;

/** One case that fires and one that does not, for each alarm by its name. */
export const alarmCases: Readonly<Record<string, AlarmCase>> = {
  ApiFails: {
    fires: { [problems("internal")]: "0+1x200" },
    quiet: { [problems("internal")]: "7x200" },
  },
  DatabaseAway: {
    fires: { [problems("unavailable")]: "0+30x200" },
    quiet: { [problems("unavailable")]: "30x200" },
  },
  LimitsNotExact: above("gme_rate_limit_store_down", 1, 0),
  // A minute has 6,000 wrong passwords instead of 60.
  SecretsGuessed: {
    fires: { [problems("sign_in_failed")]: "0+60x120 7200+6000x60" },
    quiet: { [problems("sign_in_failed")]: "0+60x180" },
    minutes: 160,
  },
  CallersAtLimit: {
    fires: { [problems("rate_limited")]: "0+60x120 7200+6000x60" },
    quiet: { [problems("rate_limited")]: "0+60x180" },
    minutes: 160,
    labels: { route: "/v1/chat" },
  },
  SpendLimitReached: {
    fires: { [problems("spend_limit_reached")]: "0+1x200" },
    quiet: { [problems("spend_limit_reached")]: "7x200" },
  },
  TemporalAway: above("gme_outbox_oldest_seconds", 61, 60),
  OutboxStuck: above("gme_outbox_oldest_seconds", 601, 600),
  JobStuck: above("gme_jobs_oldest_seconds", 10_801, 10_800),
  JobsUnwatched: above("gme_jobs_unwatched", 1, 0),
  RunsLost: above("gme_jobs_resumed", 1, 0),
  RunsStuck: above("gme_jobs_stuck", 1, 0),
  ResponsesUnknown: above("gme_submissions_unknown", 6, 5),
  ResponsesGivenUp: above("gme_submissions_given_up", 1, 0),
  ProviderLeftAlone: {
    ...above(`gme_provider_circuit_state{provider="example",model="example-1"}`, 2, 1),
    labels: { provider: "example", model: "example-1" },
  },
  ProviderTooSmall: {
    ...above(`gme_provider_wait_seconds{provider="example"}`, 901, 900),
    labels: { provider: "example" },
  },
  SoldBelowCost: {
    ...above(`gme_provider_sold_below_cost{provider="example",model="example-1"}`, 1, 0),
    labels: { provider: "example", model: "example-1" },
  },
  ProviderNotStopped: above("gme_submissions_unsettled", 1, 0),
  FilesLeft: above("gme_jobs_unpurged", 1, 0),
  RowsLeft: {
    ...above(`gme_expired_rows{table="sessions"}`, 50_001, 50_000),
    labels: { table: "sessions" },
  },
  RollOutUnfinished: {
    fires: { gme_migrations_left: "1x1600" },
    quiet: { gme_migrations_left: "1x1400 0x200" },
    minutes: 1_500,
  },
  // Emails that wait and become more; the quiet case has emails that are sent.
  EmailsStuck: {
    fires: { [emails("queued")]: "1+1x200", [emails("failed")]: "0x200" },
    quiet: { [emails("queued")]: "5 0 3 0x200", [emails("failed")]: "0x200" },
  },
  WebhooksStuck: above("gme_webhooks_overdue_seconds", 301, 300),
  WebhooksFail: {
    fires: { gme_webhook_attempts_failed: "2x300 100x60" },
    quiet: { gme_webhook_attempts_failed: "2x300 20x60" },
    minutes: 320,
  },
  BooksWrong: above("gme_books_wrong", 1, 0),
  // The quiet case has a second process, which has measured it later.
  BooksUnverified: above("gme_books_verified_seconds", 129_601, 129_600),
  BillingUnmatched: above("gme_billing_unmatched", 1, 0),
  BillingUnreconciled: above("gme_billing_reconciled_seconds", 129_601, 129_600),
  ReportsWait: above("gme_abuse_reports_oldest_seconds", 86_401, 86_400),
  CertificateEnds: above("gme_provenance_certificate_seconds", 2_591_999, 2_592_000),
  JournalStale: above("gme_journal_waiting_seconds", 901, 900),
  Unmeasured: { fires: { gme_books_wrong: "0x200" }, quiet: { gme_outbox_waiting: "0x200" } },
  NoWorkers: {
    fires: { gme_outbox_waiting: "0x200" },
    quiet: { [slots("available", "gme-core")]: "20x200" },
  },
  WorkersFull: {
    fires: { [slots("used", "gme-core")]: "19x200", [slots("available", "gme-core")]: "1x200" },
    quiet: { [slots("used", "gme-core")]: "18x200", [slots("available", "gme-core")]: "2x200" },
    labels: { task_queue: "gme-core" },
  },
  TasksWait: {
    fires: { [waited("10")]: "0+1x200", [waited("60")]: "0+9x200", [waited("+Inf")]: "0+9x200" },
    quiet: {
      [waited("10")]: "0+99x200",
      [waited("60")]: "0+100x200",
      [waited("+Inf")]: "0+100x200",
    },
    labels: { task_queue: "gme-core" },
  },
  PoolEmpty: {
    ...above(`gme_database_connections{instance="api-1",pool="api",state="waiting"}`, 1, 0),
    labels: { instance: "api-1", pool: "api" },
  },
  TransactionOpen: above("gme_database_oldest_transaction_seconds", 301, 300),
  WalNotArchived: above("gme_database_archive_seconds", 901, 900),
  // A server that never had a standby is quiet.
  NoStandby: {
    fires: { gme_database_sync_standbys: "1x30 0x60" },
    quiet: { gme_database_sync_standbys: "0x200" },
  },
  SlotKeepsWal: above("gme_database_slot_bytes", 10_000_000_001, 10_000_000_000),
  TableLarge: {
    fires: { [`gme_database_table_bytes{table="jobs"}`]: "50000000001x1600" },
    quiet: { [`gme_database_table_bytes{table="jobs"}`]: "50000000000x1600" },
    minutes: 1_500,
    labels: { table: "jobs" },
  },
  ProcessStalled: {
    ...above(`nodejs_eventloop_lag_p99_seconds{instance="api-1"}`, 1.1, 1),
    labels: { instance: "api-1" },
  },
};
