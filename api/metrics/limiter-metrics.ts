import { Counter, Gauge, type Registry } from "prom-client";

import type { InsuranceState } from "#api/rate-limit/request-windows.ts";

/** Metrics of rate limits: whether they are exact now, and how often they were not. */
export function registerLimiterMetrics(registry: Registry, insurance: InsuranceState): void {
  const metrics = [
    new Gauge({
      name: "gme_rate_limit_store_down",
      help: "1 while this process counts rate limits in memory because the store is unavailable.",
      registers: [],
      collect() {
        this.set(insurance.isStoreDown ? 1 : 0);
      },
    }),
    new Counter({
      name: "gme_rate_limit_outages_total",
      help: "Outages of the rate limit store.",
      registers: [],
      collect() {
        this.reset();
        this.inc(insurance.outages);
      },
    }),
    new Counter({
      name: "gme_rate_limit_insured_total",
      help: "Requests counted in memory because the store was unavailable.",
      registers: [],
      collect() {
        this.reset();
        this.inc(insurance.insuredRequests);
      },
    }),
  ];
  for (const metric of metrics) registry.registerMetric(metric);
}
