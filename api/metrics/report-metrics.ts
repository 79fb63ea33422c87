import type { Registry } from "prom-client";

import type { MikroORM } from "#db/orm.ts";
import { measureOpenReports } from "#db/safety/abuse-reports.ts";

import { registerMeasuredGauges } from "./measured-gauges.ts";
import { shareMeasurements } from "./share-measurements.ts";

const measuredMs = 10_000;

/** Metrics of reports of content that wait for an operator. */
export function registerReportMetrics(registry: Registry, orm: MikroORM): void {
  registerMeasuredGauges(
    registry,
    {
      open: {
        name: "gme_abuse_reports_open",
        help: "Reports of content that no operator has decided about.",
      },
      oldestSeconds: {
        name: "gme_abuse_reports_oldest_seconds",
        help: "Age of the oldest report of content that no operator has decided about.",
      },
    },
    shareMeasurements(async () => measureOpenReports(orm.em.fork()), measuredMs),
  );
}
