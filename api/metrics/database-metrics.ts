import { Gauge, type Registry } from "prom-client";

import { listTableSizes, readDatabaseHealth, type DatabaseHealth } from "#db/database-health.ts";
import type { MikroORM } from "#db/orm.ts";

import { registerMeasuredGauges } from "./measured-gauges.ts";

const gauges: Readonly<Record<keyof DatabaseHealth, { name: string; help: string }>> = {
  oldestTransactionSeconds: {
    name: "gme_database_oldest_transaction_seconds",
    help: "Age of the oldest open transaction.",
  },
  syncStandbys: {
    name: "gme_database_sync_standbys",
    help: "Standbys that a commit waits for.",
  },
  slotBytes: {
    name: "gme_database_slot_bytes",
    help: "WAL that the least advanced replication slot keeps on the disk, in bytes.",
  },
  archiveSeconds: {
    name: "gme_database_archive_seconds",
    help: "Time since the last WAL segment was archived; 0 while archiving is off.",
  },
};

/** Metrics of the PostgreSQL server, read on each scrape. */
export function registerDatabaseMetrics(registry: Registry, orm: MikroORM): void {
  registerMeasuredGauges(registry, gauges, async () => readDatabaseHealth(orm.em.fork()));
  const sizes = new Gauge({
    name: "gme_database_table_bytes",
    help: "Size of tables that grow with the number of jobs, with their indexes, in bytes.",
    labelNames: ["table"],
    registers: [],
    async collect() {
      for (const { table, bytes } of await listTableSizes(orm.em.fork()))
        this.set({ table }, bytes);
    },
  });
  registry.registerMetric(sizes);
}
