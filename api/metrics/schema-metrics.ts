import type { Registry } from "prom-client";

import { countOpenBackfills } from "#db/backfills/run-backfill-turn.ts";
import type { MikroORM } from "#db/orm.ts";
import { listPendingMigrations } from "#db/pending-migrations.ts";

import { registerMeasuredGauges } from "./measured-gauges.ts";

const gauges = {
  left: {
    name: "gme_migrations_left",
    help: "Migrations that `npm run migrate -- --phase after` has yet to run.",
  },
  backfills: { name: "gme_backfills_open", help: "Backfills that workers have not completed." },
};

/** Metrics of what a roll-out leaves to do. */
export function registerSchemaMetrics(registry: Registry, orm: MikroORM): void {
  registerMeasuredGauges(registry, gauges, async () => ({
    left: (await listPendingMigrations(orm, "after")).length,
    backfills: await countOpenBackfills(orm.em.fork()),
  }));
}
