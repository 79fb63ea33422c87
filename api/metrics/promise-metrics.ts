import type { Registry } from "prom-client";

import { measurePromises, type PromiseGauges } from "#db/jobs/reconcile.ts";
import type { MikroORM } from "#db/orm.ts";

import { registerMeasuredGauges } from "./measured-gauges.ts";

const gauges: Readonly<Record<keyof PromiseGauges, { name: string; help: string }>> = {
  oldestSeconds: {
    name: "gme_jobs_oldest_seconds",
    help: "Age of the oldest job that has not ended.",
  },
  unwatched: {
    name: "gme_jobs_unwatched",
    help: "Jobs that have not ended and that no reconciler has checked for five times RECONCILE_SECONDS.",
  },
  resumed: {
    name: "gme_jobs_resumed",
    help: "Jobs that have not ended and whose run was restarted.",
  },
  stuck: {
    name: "gme_jobs_stuck",
    help: "Jobs that have not ended and whose workflow task fails repeatedly.",
  },
  unknown: {
    name: "gme_submissions_unknown",
    help: "Paid requests with a lost response that are being reconciled.",
  },
  givenUp: {
    name: "gme_submissions_given_up",
    help: "Paid requests of the last 24 hours with an unknown outcome.",
  },
  undelivered: {
    name: "gme_submissions_undelivered",
    help: "Results of the last 24 hours that providers generated for jobs that had already ended.",
  },
  unsettled: {
    name: "gme_submissions_unsettled",
    help: "Requests that may still run at a provider although their job ended more than ten minutes ago.",
  },
  unpurged: {
    name: "gme_jobs_unpurged",
    help: "Jobs that were deleted more than an hour ago and still have files.",
  },
};

/** Metrics of the engine's guarantees, read from PostgreSQL with one query per scrape. */
export function registerPromiseMetrics(
  registry: Registry,
  orm: MikroORM,
  { reconcileSeconds }: { reconcileSeconds: number },
): void {
  registerMeasuredGauges(registry, gauges, async () =>
    measurePromises(orm.em.fork(), { reconcileSeconds }),
  );
}
