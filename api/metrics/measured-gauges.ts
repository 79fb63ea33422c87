import { Gauge, type Registry } from "prom-client";

/** Registers gauges that share one measurement per scrape. */
export function registerMeasuredGauges<Name extends string>(
  registry: Registry,
  gauges: Readonly<Record<Name, { readonly name: string; readonly help: string }>>,
  measure: () => Promise<Readonly<Record<Name, number>>>,
): void {
  let measured: Promise<Readonly<Record<Name, number>>> | null = null;
  const measureOnce = async (): Promise<Readonly<Record<Name, number>>> => {
    // A scrape collects all gauges in the same tick, so they share the query.
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
