import { Gauge, type Registry } from "prom-client";

import { countRecentEmails } from "#db/email/email-counts.ts";
import { countOpenBatches } from "#db/jobs/batches.ts";
import { countOpenJobs } from "#db/jobs/jobs.ts";
import type { MikroORM } from "#db/orm.ts";
import { findOutboxBacklog } from "#db/outbox.ts";
import { emailStates } from "#domain/notifications/email.ts";

/** Metrics for operators' alerts, read from PostgreSQL on each scrape. */
export function registerEngineMetrics(registry: Registry, orm: MikroORM): void {
  // One query fills both gauges; the second gauge reuses its result.
  let backlog = { waiting: 0, oldestSeconds: 0 };
  const waiting = new Gauge({
    name: "gme_outbox_waiting",
    help: "Outbox messages that have not reached Temporal.",
    registers: [],
    async collect() {
      backlog = await findOutboxBacklog(orm.em.fork());
      this.set(backlog.waiting);
    },
  });
  const oldest = new Gauge({
    name: "gme_outbox_oldest_seconds",
    help: "Age of the oldest outbox message that had not reached Temporal at the last scrape.",
    registers: [],
    collect() {
      this.set(backlog.oldestSeconds);
    },
  });
  const open = new Gauge({
    name: "gme_jobs_open",
    help: "Jobs that have not ended, by status.",
    labelNames: ["status"],
    registers: [],
    async collect() {
      this.reset();
      for (const { status, count } of await countOpenJobs(orm.em.fork()))
        this.set({ status }, count);
    },
  });
  const batches = new Gauge({
    name: "gme_batches_open",
    help: "Batches with items that have not ended.",
    registers: [],
    async collect() {
      this.set(await countOpenBatches(orm.em.fork()));
    },
  });
  const emails = new Gauge({
    name: "gme_mails_recent",
    help: "Emails of the last 24 hours, by state.",
    labelNames: ["state"],
    registers: [],
    async collect() {
      const counts = await countRecentEmails(orm.em.fork());
      for (const state of emailStates) this.set({ state }, counts.get(state) ?? 0);
    },
  });
  for (const gauge of [waiting, oldest, open, batches, emails]) registry.registerMetric(gauge);
}
