import { Gauge, type Registry } from "prom-client";

/** Registers the metric of a roll-out of `MODELS_FILE`, for each process that has its own copy of the file. */
export function registerModelsFileMetric(
  registry: Registry,
  differs: () => Promise<boolean>,
): void {
  const gauge = new Gauge({
    name: "gme_models_file_differs",
    help: "1 while this process has another MODELS_FILE than the database.",
    registers: [],
    async collect() {
      this.set(Number(await differs()));
    },
  });
  registry.registerMetric(gauge);
}
