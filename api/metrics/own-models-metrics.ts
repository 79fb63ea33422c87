import type { Registry } from "prom-client";

import type { OwnCatalog } from "#catalog/own/read-models-file.ts";
import type { MikroORM } from "#db/orm.ts";
import { differsFromDatabase } from "#db/providers/own-catalog.ts";

import { registerMeasuredGauges } from "./measured-gauges.ts";

const gauges = {
  differs: {
    name: "gme_models_file_differs",
    help: "1 while this process has another MODELS_FILE than the database.",
  },
};

/** Metric of a roll-out of `MODELS_FILE`. */
export function registerOwnModelsMetrics(
  registry: Registry,
  orm: MikroORM,
  own: OwnCatalog | null,
): void {
  registerMeasuredGauges(registry, gauges, async () => ({
    differs: Number(await differsFromDatabase(orm.em.fork(), own)),
  }));
}
