import { Gauge, type Registry } from "prom-client";

import type { MikroORM } from "#db/orm.ts";
import { expiredTables } from "#db/retention/expired-tables.ts";

/** Deletions run every ten minutes, so a newer number says nothing more. */
const measuredMs = 60_000;

/** Metric of rows that are left to delete. */
export function registerRetentionMetrics(registry: Registry, orm: MikroORM): void {
  let measuredAt = 0;
  const gauge = new Gauge({
    name: "gme_expired_rows",
    help: "Rows whose time is over and that are not deleted yet.",
    labelNames: ["table"],
    registers: [],
    async collect() {
      if (Date.now() - measuredAt < measuredMs) return;
      measuredAt = Date.now();
      for (const rows of expiredTables) {
        const em = orm.em.fork();
        this.set({ table: rows.tableOf(em) }, await rows.count(em));
      }
    },
  });
  registry.registerMetric(gauge);
}
