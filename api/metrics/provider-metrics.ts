import { Gauge, type Registry } from "prom-client";

import { type ProviderCircuit, wholeProvider } from "#db/entities/provider-health.ts";
import type { MikroORM } from "#db/orm.ts";
import { listProviderHealth, type ProviderHealthFigures } from "#db/providers/provider-traffic.ts";
import { type CircuitState, effectiveState } from "#domain/providers/circuit.ts";

const stateValues: Readonly<Record<CircuitState, number>> = { closed: 0, half_open: 1, open: 2 };

/** Metrics of provider health, read from PostgreSQL with a few queries per scrape. */
export function registerProviderMetrics(registry: Registry, orm: MikroORM): void {
  let measured: Promise<ProviderHealthFigures[]> | null = null;
  const measure = async (): Promise<ProviderHealthFigures[]> => {
    // A scrape collects all gauges in the same tick, so they share the queries.
    measured ??= listProviderHealth(orm.em.fork()).finally(() => {
      measured = null;
    });
    return measured;
  };
  const gauges = [
    new Gauge({
      name: "gme_provider_circuit_state",
      help: "State of the circuit of a provider or model: 0 closed, 1 half open, 2 open.",
      labelNames: ["provider", "model"],
      registers: [],
      async collect() {
        this.reset();
        for (const { slug: provider, circuits } of await measure()) {
          const own = circuits.find(({ modelId }) => modelId === wholeProvider);
          this.set({ provider, model: "" }, own === undefined ? 0 : valueOf(own));
          for (const row of circuits) {
            if (row.modelId !== wholeProvider)
              this.set({ provider, model: row.modelId }, valueOf(row));
          }
        }
      },
    }),
    new Gauge({
      name: "gme_provider_success_ratio",
      help:
        "Success rate of the generations of the last hour, without failures that the provider did not " +
        "cause.",
      labelNames: ["provider"],
      registers: [],
      async collect() {
        this.reset();
        for (const { slug: provider, traffic } of await measure()) {
          const total = traffic.succeeded + traffic.failed;
          if (total > 0) this.set({ provider }, traffic.succeeded / total);
        }
      },
    }),
    new Gauge({
      name: "gme_provider_seconds",
      help: "Duration of the generations of the last hour, from submission to result.",
      labelNames: ["provider", "quantile"],
      registers: [],
      async collect() {
        this.reset();
        for (const { slug: provider, traffic } of await measure()) {
          if (traffic.p50Ms !== null)
            this.set({ provider, quantile: "0.5" }, traffic.p50Ms / 1_000);
          if (traffic.p95Ms !== null)
            this.set({ provider, quantile: "0.95" }, traffic.p95Ms / 1_000);
        }
      },
    }),
  ];
  for (const gauge of gauges) registry.registerMetric(gauge);
}

function valueOf(row: ProviderCircuit): number {
  return stateValues[effectiveState(row)];
}
