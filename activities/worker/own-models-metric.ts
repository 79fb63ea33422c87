import { Gauge, type Registry } from "prom-client";

import type { OwnCatalog } from "#catalog/own/read-models-file.ts";
import type { MikroORM } from "#db/orm.ts";
import { differsFromDatabase } from "#db/providers/own-catalog.ts";

/** Metric of a roll-out of `MODELS_FILE`, as the API has it. */
export function registerOwnModelsMetric(
  registry: Registry,
  orm: MikroORM,
  own: OwnCatalog | null,
): void {
  const gauge = new Gauge({
    name: "gme_models_file_differs",
    help: "1 while this process has another MODELS_FILE than the database.",
    registers: [],
    async collect() {
      this.set(Number(await differsFromDatabase(orm.em.fork(), own)));
    },
  });
  registry.registerMetric(gauge);
}
