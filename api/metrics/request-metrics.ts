import { Counter, Histogram, type Registry } from "prom-client";

export interface RequestMetrics {
  readonly duration: Histogram<"method" | "route" | "status">;
  /** Refused and failed requests: failed sign-ins, reached limits, bugs. */
  readonly problems: Counter<"route" | "code">;
}

export function createRequestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry];
  return {
    duration: new Histogram({
      name: "gme_http_request_duration_seconds",
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
