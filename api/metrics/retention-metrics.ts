import { Gauge, type Registry } from "prom-client";

import type { MikroORM } from "#db/orm.ts";
import { expiredTables } from "#db/retention/expired-tables.ts";

import { shareMeasurements } from "./share-measurements.ts";

/** Deletions run every ten minutes, so a newer number says nothing more. */
const measuredMs = 60_000;

/** Metric of rows that are left to delete. */
export function registerRetentionMetrics(registry: Registry, orm: MikroORM): void {
  const gauge = new Gauge({
    name: "gme_expired_rows",
    help: "Rows whose time is over and that are not deleted yet.",
    labelNames: ["table"],
    registers: [],
    collect: shareMeasurements(async () => {
      for (const rows of expiredTables) {
        const em = orm.em.fork();
        gauge.set({ table: rows.tableOf(em) }, await rows.count(em));
      }
    }, measuredMs),
  });
  registry.registerMetric(gauge);
}
