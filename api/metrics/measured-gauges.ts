import { Gauge, type Registry } from "prom-client";

/** Gauges that are read together when the metrics are scraped, by one measurement for all of them. */
export function registerMeasuredGauges<Name extends string>(
  registry: Registry,
  gauges: Readonly<Record<Name, { readonly name: string; readonly help: string }>>,
  measure: () => Promise<Readonly<Record<Name, number>>>,
): void {
  let measured: Promise<Readonly<Record<Name, number>>> | null = null;
  const measureOnce = async (): Promise<Readonly<Record<Name, number>>> => {
    // All gauges of a scrape are collected in one turn and share the query.
    measured ??= measure().finally(() => {
      measured = null;
    });
    return measured;
  };
  for (const key of Object.keys(gauges) as Name[]) {
    const gauge = new Gauge({
      ...gauges[key],
      registers: [],
      async collect() {
        this.set((await measureOnce())[key]);
      },
    });
    registry.registerMetric(gauge);
  }
}
