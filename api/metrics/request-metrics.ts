import { Counter, Histogram, type Registry } from "prom-client";

import type { RequestCounts } from "#db/status.ts";

const durationName = "gme_http_request_duration_seconds";
/** Status of requests whose caller has disconnected before the response. */
const abandoned = 499;

export interface RequestMetrics {
  readonly duration: Histogram<"method" | "route" | "status">;
  /** Refused and failed requests: failed sign-ins, reached limits, bugs. */
  readonly problems: Counter<"route" | "code">;
}

export function createRequestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry];
  return {
    duration: new Histogram({
      name: durationName,
      help: "Time from a request's head to the end of its response, by route.",
      labelNames: ["method", "route", "status"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    }),
    problems: new Counter({
      name: "gme_http_problems_total",
      help: "Problem responses, by route and error code.",
      labelNames: ["route", "code"],
      registers,
    }),
  };
}

/**
 * Counts the requests to `/v1` since this process has started, without those that the caller abandoned. Responses of 5xx
 * have failed, also 503 `overloaded`.
 */
export async function countRequests(registry: Registry): Promise<RequestCounts> {
  const metric = registry.getSingleMetric(durationName);
  const counts = { requests: 0, failed: 0 };
  if (metric === undefined) return counts;
  for (const sample of (await metric.get()).values) {
    const isCount = "metricName" in sample && sample.metricName === `${durationName}_count`;
    const status = Number(sample.labels["status"]);
    const isOfApi = String(sample.labels["route"]).startsWith("/v1/");
    if (!isCount || !isOfApi || status === abandoned) continue;
    counts.requests += sample.value;
    if (status >= 500) counts.failed += sample.value;
  }
  return counts;
}
