import { slos } from "#scripts/alerts/slos.ts";

import { graph, quantile, rate, type Dashboard } from "./panel.ts";

const requests = `gme_http_request_duration_seconds_count{route=~"/v1/.*"}`;
const failed = `gme_http_request_duration_seconds_count{route=~"/v1/.*",status=~"5.."}`;
const activitySlots = (state: string) =>
  `sum by (task_queue) (temporal_worker_task_slots_${state}{worker_type="ActivityWorker"})`;

/** Share of the error budget of the last three days that is left, for each service level. */
const budgets = slos.map(({ name, objective }) => ({
  expr: `1 - gme:slo_errors:ratio_rate3d{slo="${name}"} / ${Number((1 - objective).toFixed(6))}`,
  legend: name,
}));

export const dashboards: readonly Dashboard[] = [
  {
    uid: "gme-api",
    title: "GME: API",
    panels: [
      {
        title: "Error budget of three days that is left",
        unit: "percentunit",
        queries: budgets,
        description:
          "Below 0 the service level is broken at this rate: deploy nothing without a reason.",
      },
      graph("Requests by status", "reqps", `sum by (status) (${rate(requests)})`, "{{status}}"),
      graph(
        "Share of failed requests",
        "percentunit",
        `sum(${rate(failed)}) / sum(${rate(requests)})`,
        "5xx",
      ),
      graph(
        "Problems by code",
        "reqps",
        `sum by (code) (${rate("gme_http_problems_total")})`,
        "{{code}}",
      ),
      {
        title: "Duration of requests",
        unit: "s",
        queries: [0.5, 0.95, 0.99].map((share) => ({
          expr: quantile(share, "gme_http_request_duration_seconds"),
          legend: `p${share * 100}`,
        })),
      },
      graph(
        "Acceptance, p99",
        "s",
        quantile(0.99, "gme_acceptance_seconds", ["source"]),
        "{{source}}",
      ),
      graph(
        "Open streams and waiting requests",
        "short",
        "sum by (instance) (gme_held_connections_open)",
        "{{instance}}",
      ),
      graph(
        "Event loop, p99",
        "s",
        "max by (instance) (nodejs_eventloop_lag_p99_seconds)",
        "{{instance}}",
      ),
    ],
  },
  {
    uid: "gme-jobs",
    title: "GME: jobs",
    panels: [
      graph("Accepted", "ops", `sum by (type) (${rate("gme_jobs_accepted_total")})`, "{{type}}"),
      graph(
        "Ended",
        "ops",
        `sum by (outcome, fault) (${rate("gme_jobs_ended_total")})`,
        "{{outcome}} {{fault}}",
      ),
      graph("Open", "short", "max by (status) (gme_jobs_open)", "{{status}}"),
      graph("Age of the oldest open job", "s", "max(gme_jobs_oldest_seconds)", "oldest"),
      graph("Duration, p95", "s", quantile(0.95, "gme_job_seconds", ["type"]), "{{type}}"),
      graph("Time without a provider, p95", "s", quantile(0.95, "gme_job_overhead_seconds"), "p95"),
      graph("Time to the first step, p99", "s", quantile(0.99, "gme_job_start_seconds"), "p99"),
      {
        title: "Outbox",
        unit: "short",
        queries: [{ expr: "max(gme_outbox_waiting)", legend: "messages" }],
        description:
          "Messages wait while Temporal does not take them. Jobs are accepted until RELAY_BACKLOG_MAX.",
      },
      {
        title: "Runs",
        unit: "short",
        queries: ["unwatched", "resumed", "stuck"].map((state) => ({
          expr: `max(gme_jobs_${state})`,
          legend: state,
        })),
      },
      graph(
        "Webhooks: delay of the first attempt, p99",
        "s",
        quantile(0.99, "gme_webhook_delay_seconds"),
        "p99",
      ),
      graph("Webhooks: pending", "short", "max(gme_webhooks_pending)", "pending"),
    ],
  },
  {
    uid: "gme-providers",
    title: "GME: providers",
    panels: [
      graph(
        "Circuits",
        "short",
        `max by (provider) (gme_provider_circuit_state)`,
        "{{provider}}",
        "0 closed, 1 half open, 2 open.",
      ),
      graph(
        "Success ratio of the last hour",
        "percentunit",
        "max by (provider) (gme_provider_success_ratio)",
        "{{provider}}",
      ),
      graph(
        "Paid requests",
        "ops",
        `sum by (provider, outcome) (${rate("gme_provider_paid_total")})`,
        "{{provider}} {{outcome}}",
      ),
      graph(
        "Requests, p95",
        "s",
        quantile(0.95, "gme_provider_request_seconds", ["provider", "kind"]),
        "{{provider}} {{kind}}",
      ),
      graph("Slots in use", "short", "max by (provider) (gme_provider_slots_used)", "{{provider}}"),
      graph(
        "Jobs that wait for a slot",
        "short",
        "max by (provider) (gme_provider_jobs_waiting)",
        "{{provider}}",
      ),
      graph(
        "Longest wait for a slot",
        "s",
        "max by (provider) (gme_provider_wait_seconds)",
        "{{provider}}",
      ),
      {
        title: "Responses in doubt",
        unit: "short",
        queries: ["unknown", "given_up", "undelivered", "unsettled"].map((state) => ({
          expr: `max(gme_submissions_${state})`,
          legend: state,
        })),
      },
    ],
  },
  {
    uid: "gme-workers",
    title: "GME: Temporal workers",
    panels: [
      graph(
        "Activity slots in use",
        "percentunit",
        `${activitySlots("used")} / (${activitySlots("used")} + ${activitySlots("available")})`,
        "{{task_queue}}",
        "Above 0.7 for long: add workers.",
      ),
      graph(
        "Activities: time from schedule to start, p95",
        "s",
        quantile(0.95, "temporal_activity_schedule_to_start_latency_seconds", ["task_queue"]),
        "{{task_queue}}",
      ),
      graph(
        "Workflow tasks: time from schedule to start, p95",
        "s",
        quantile(0.95, "temporal_workflow_task_schedule_to_start_latency_seconds", ["task_queue"]),
        "{{task_queue}}",
      ),
      graph(
        "Workflow tasks: execution, p95",
        "s",
        quantile(0.95, "temporal_workflow_task_execution_latency_seconds"),
        "p95",
      ),
      graph(
        "Pollers",
        "short",
        "sum by (task_queue, poller_type) (temporal_num_pollers)",
        "{{task_queue}} {{poller_type}}",
      ),
      graph(
        "Cached workflows",
        "short",
        "sum by (instance) (temporal_sticky_cache_size)",
        "{{instance}}",
      ),
      graph(
        "Attempts of activities",
        "ops",
        `sum by (activity, outcome) (${rate("gme_activity_seconds_count")})`,
        "{{activity}} {{outcome}}",
      ),
      graph(
        "Requests to Temporal, p95",
        "s",
        quantile(0.95, "temporal_request_latency_seconds", ["operation"]),
        "{{operation}}",
      ),
      graph("Memory", "bytes", "max by (instance) (process_resident_memory_bytes)", "{{instance}}"),
    ],
  },
  {
    uid: "gme-database",
    title: "GME: PostgreSQL",
    panels: [
      graph(
        "Connections",
        "short",
        "sum by (pool, state) (gme_database_connections)",
        "{{pool}} {{state}}",
      ),
      graph("Oldest transaction", "s", "max(gme_database_oldest_transaction_seconds)", "oldest"),
      graph("Synchronous standbys", "short", "min(gme_database_sync_standbys)", "standbys"),
      graph("Time since WAL was archived", "s", "max(gme_database_archive_seconds)", "since"),
      graph("WAL kept for replication slots", "bytes", "max(gme_database_slot_bytes)", "kept"),
      graph(
        "Tables with their indexes",
        "bytes",
        "max by (table) (gme_database_table_bytes)",
        "{{table}}",
      ),
      graph(
        "Expired rows that are left",
        "short",
        "max by (table) (gme_expired_rows)",
        "{{table}}",
      ),
    ],
  },
  {
    uid: "gme-money",
    title: "GME: money",
    panels: [
      graph(
        "Violations in the books",
        "short",
        "max(gme_books_wrong)",
        "wrong",
        "Anything but 0 is an incident.",
      ),
      graph("Time since the books were checked", "s", "min(gme_books_verified_seconds)", "since"),
      graph(
        "Customers at Stripe that differ",
        "short",
        "max(gme_billing_unmatched)",
        "customers",
        "Empty or 0 without `STRIPE_SECRET_KEY`.",
      ),
      {
        title: "Credits",
        unit: "short",
        queries: ["held", "available"].map((state) => ({
          expr: `max(gme_credits_${state})`,
          legend: state,
        })),
      },
      graph(
        "Credits charged",
        "ops",
        `sum by (provider) (${rate("gme_credits_captured_total")})`,
        "{{provider}}",
      ),
      graph(
        "Credits given back",
        "ops",
        `sum by (provider) (${rate("gme_credits_released_total")})`,
        "{{provider}}",
      ),
      {
        title: "Reported cost and price of one hour",
        unit: "currencyUSD",
        queries: [
          {
            expr: "sum by (provider) (gme_provider_reported_cost_usd)",
            legend: "{{provider}} cost",
          },
          {
            expr: "sum by (provider) (gme_provider_reported_cost_sold_usd)",
            legend: "{{provider}} price",
          },
        ],
      },
      graph(
        "Generations sold below cost",
        "short",
        "sum by (provider, model) (gme_provider_sold_below_cost)",
        "{{provider}} {{model}}",
      ),
    ],
  },
];
