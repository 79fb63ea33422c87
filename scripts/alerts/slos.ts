import type { Rule, Severity } from "./rule.ts";

/** A service level over 30 days: the share of good events. */
export interface Slo {
  readonly name: string;
  readonly promise: string;
  readonly objective: number;
  /** Rate of bad and of all events over a window such as `5m`. */
  readonly bad: (window: string) => string;
  readonly all: (window: string) => string;
  /** Anchor of docs/runbook.md. */
  readonly runbook: string;
}

const requests = `gme_http_request_duration_seconds_count{route=~"/v1/.*"`;
const ended = `gme_jobs_ended_total{outcome=~"completed|failed"`;
const late = (histogram: string, le: string) => (window: string) =>
  `sum(rate(${histogram}_count[${window}])) - sum(rate(${histogram}_bucket{le="${le}"}[${window}]))`;

export const slos: readonly Slo[] = [
  {
    name: "api-availability",
    promise: "99.9 % of the requests to /v1 end without a 5xx",
    objective: 0.999,
    bad: (window) => `sum(rate(${requests},status=~"5.."}[${window}]))`,
    all: (window) => `sum(rate(${requests}}[${window}]))`,
    runbook: "requests-fail",
  },
  {
    name: "acceptance-latency",
    promise: "99 % of the jobs are accepted within 0.5 s",
    objective: 0.99,
    bad: late("gme_acceptance_seconds", "0.5"),
    all: (window) => `sum(rate(gme_acceptance_seconds_count[${window}]))`,
    runbook: "jobs-are-accepted-slowly",
  },
  {
    name: "jobs-platform",
    promise: "99.9 % of the jobs do not fail by a fault of the platform",
    objective: 0.999,
    bad: (window) => `sum(rate(${ended},fault="platform"}[${window}]))`,
    all: (window) => `sum(rate(${ended}}[${window}]))`,
    runbook: "a-job-does-not-end",
  },
  {
    name: "jobs-providers",
    promise: "99 % of the jobs do not fail by a fault of a provider",
    objective: 0.99,
    bad: (window) => `sum(rate(${ended},fault="provider"}[${window}]))`,
    all: (window) => `sum(rate(${ended}}[${window}]))`,
    runbook: "a-provider-is-left-alone",
  },
  {
    name: "start-delay",
    promise: "99 % of the jobs start within 5 s",
    objective: 0.99,
    bad: late("gme_job_start_seconds", "5"),
    all: (window) => `sum(rate(gme_job_start_seconds_count[${window}]))`,
    runbook: "the-outbox-does-not-drain",
  },
  {
    name: "webhook-delay",
    promise: "99 % of the webhooks are sent for the first time within 10 s",
    objective: 0.99,
    bad: late("gme_webhook_delay_seconds", "10"),
    all: (window) => `sum(rate(gme_webhook_delay_seconds_count[${window}]))`,
    runbook: "webhooks-are-not-sent",
  },
];

/** Windows over which the error rate is recorded. */
const windows = ["5m", "30m", "1h", "6h", "3d"] as const;
type Window = (typeof windows)[number];

interface Burn {
  readonly severity: Severity;
  /** Multiple of the rate at which the budget of 30 days would last exactly 30 days. */
  readonly factor: number;
  readonly long: Window;
  /** The short window ends the alert soon after the errors end. */
  readonly short: Window;
}

/** Multiwindow, multi-burn-rate alerts: The Site Reliability Workbook, chapter 5, table 5-8. */
const burns: readonly Burn[] = [
  { severity: "page", factor: 14.4, long: "1h", short: "5m" },
  { severity: "page", factor: 6, long: "6h", short: "30m" },
  { severity: "ticket", factor: 1, long: "3d", short: "6h" },
];

/** With fewer events in the long window, a single failure would spend the budget of a month. */
const eventsMin = 100;
const secondsOf: Readonly<Record<Window, number>> = {
  "5m": 300,
  "30m": 1_800,
  "1h": 3_600,
  "6h": 21_600,
  "3d": 259_200,
};

const ratioOf = (window: Window) => `gme:slo_errors:ratio_rate${window}`;
const eventsOf = (window: Window) => `gme:slo_events:rate${window}`;

/** Recorded error ratios and event rates of each service level. */
export function recordingRules(): Rule[] {
  return slos.flatMap(({ name, bad, all }) =>
    windows.flatMap((window): Rule[] => [
      {
        record: ratioOf(window),
        expr: `(${bad(window)}) / (${all(window)})`,
        labels: { slo: name },
      },
      { record: eventsOf(window), expr: all(window), labels: { slo: name } },
    ]),
  );
}

export function burnRules(runbookUrl: (page: string) => string): Rule[] {
  return slos.flatMap(({ name, objective, promise, runbook }) =>
    burns.map(({ severity, factor, long, short }): Rule => {
      const limit = `${factor} * ${Number((1 - objective).toFixed(6))}`;
      const burning = [long, short].map((window) => `${ratioOf(window)}{slo="${name}"} > ${limit}`);
      const enough = `${eventsOf(long)}{slo="${name}"} * ${secondsOf[long]} >= ${eventsMin}`;
      return {
        alert: "GmeErrorBudgetBurns",
        expr: [...burning, enough].join(" and "),
        labels: { severity, slo: name, window: long },
        annotations: {
          summary: `${promise}: the budget of 30 days is spent ${factor} times too fast.`,
          runbook_url: runbookUrl(`runbook.md#${runbook}`),
        },
      };
    }),
  );
}
