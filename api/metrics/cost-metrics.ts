import { Gauge, type Registry } from "prom-client";

import type { MikroORM } from "#db/orm.ts";
import { listReportedCosts, type ReportedCost } from "#db/providers/reported-costs.ts";

const gauges = {
  reportedUsd: {
    name: "gme_provider_reported_cost_usd",
    help: "Costs that providers reported for the completed generations of the last hour, in US dollars.",
  },
  soldUsd: {
    name: "gme_provider_reported_cost_sold_usd",
    help: "Price that was charged for the same generations, in US dollars.",
  },
  belowCost: {
    name: "gme_provider_sold_below_cost",
    help: "Generations of the last hour whose reported cost exceeds the price that was charged.",
  },
} as const satisfies Partial<Record<keyof ReportedCost, { name: string; help: string }>>;

/** Metrics of reported costs by provider and model, read from PostgreSQL with one query per scrape. */
export function registerCostMetrics(registry: Registry, orm: MikroORM): void {
  let measured: Promise<ReportedCost[]> | null = null;
  const measure = async (): Promise<ReportedCost[]> => {
    // A scrape collects all gauges in the same tick, so they share the query.
    measured ??= listReportedCosts(orm.em.fork()).finally(() => {
      measured = null;
    });
    return measured;
  };
  for (const [figure, about] of Object.entries(gauges) as [keyof typeof gauges, object][]) {
    const gauge = new Gauge({
      ...(about as (typeof gauges)[typeof figure]),
      labelNames: ["provider", "model"],
      registers: [],
      async collect() {
        this.reset();
        for (const { provider, model, ...figures } of await measure()) {
          this.set({ provider, model }, figures[figure]);
        }
      },
    });
    registry.registerMetric(gauge);
  }
}
