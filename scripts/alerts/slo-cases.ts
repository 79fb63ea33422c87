import type { Series } from "./alarm-cases.ts";

/** Counters of good and bad events of a service level, at a rate a minute. */
export interface SloCase {
  readonly series: (rates: { readonly good: number; readonly bad: number }) => Series;
}

const counter = (perMinute: number) => `0+${perMinute}x600`;

/** Counts of a histogram: its events, and those within the promised time. */
const histogram = (name: string, le: string): SloCase => ({
  series: ({ good, bad }) => ({
    [`${name}_count`]: counter(good + bad),
    [`${name}_bucket{le="${le}"}`]: counter(good),
  }),
});

const requests = (status: number) =>
  `gme_http_request_duration_seconds_count{route="/v1/jobs",status="${status}"}`;
const ended = (outcome: string, fault: string) =>
  `gme_jobs_ended_total{outcome="${outcome}",fault="${fault}"}`;

/** Series of each service level, by its name. */
export const sloCases: Readonly<Record<string, SloCase>> = {
  "api-availability": {
    series: ({ good, bad }) => ({ [requests(200)]: counter(good), [requests(503)]: counter(bad) }),
  },
  "acceptance-latency": histogram("gme_acceptance_seconds", "0.5"),
  "jobs-platform": {
    series: ({ good, bad }) => ({
      [ended("completed", "none")]: counter(good),
      [ended("failed", "platform")]: counter(bad),
    }),
  },
  "jobs-providers": {
    series: ({ good, bad }) => ({
      [ended("completed", "none")]: counter(good),
      [ended("failed", "provider")]: counter(bad),
    }),
  },
  "start-delay": histogram("gme_job_start_seconds", "5"),
  "webhook-delay": histogram("gme_webhook_delay_seconds", "10"),
};
