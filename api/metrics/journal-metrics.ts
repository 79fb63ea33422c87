import type { Registry } from "prom-client";

import { measureWaitingSeconds } from "#db/journal/measure-waiting.ts";
import type { MikroORM } from "#db/orm.ts";

import { registerMeasuredGauges } from "./measured-gauges.ts";
import { shareMeasurements } from "./share-measurements.ts";

const measuredMs = 10_000;

/** Metric of audit entries that a restore would lose, because the security journal does not have them yet. */
export function registerJournalMetrics(registry: Registry, orm: MikroORM): void {
  registerMeasuredGauges(
    registry,
    {
      waitingSeconds: {
        name: "gme_journal_waiting_seconds",
        help: "Time for which the oldest audit entry has waited for the security journal; 0 when none waits.",
      },
    },
    shareMeasurements(
      async () => ({ waitingSeconds: await measureWaitingSeconds(orm.em.fork()) }),
      measuredMs,
    ),
  );
}
