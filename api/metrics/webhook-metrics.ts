import type { Registry } from "prom-client";

import type { MikroORM } from "#db/orm.ts";
import { measureWebhooks, type WebhookGauges } from "#db/webhooks/webhook-gauges.ts";

import { registerMeasuredGauges } from "./measured-gauges.ts";

const gauges: Readonly<Record<keyof WebhookGauges, { name: string; help: string }>> = {
  pending: {
    name: "gme_webhooks_pending",
    help: "Pending webhook deliveries.",
  },
  oldestSeconds: {
    name: "gme_webhooks_oldest_seconds",
    help: "Age of the oldest pending webhook delivery.",
  },
  overdueSeconds: {
    name: "gme_webhooks_overdue_seconds",
    help: "Delay of the most overdue webhook attempt.",
  },
  failedAttempts: {
    name: "gme_webhook_attempts_failed",
    help: "Failed webhook attempts of the last hour.",
  },
  disabled: {
    name: "gme_webhooks_disabled",
    help: "Webhook endpoints disabled because they failed for days or returned 410.",
  },
};

/** Metrics of webhook deliveries, read from PostgreSQL with one query per scrape. */
export function registerWebhookMetrics(registry: Registry, orm: MikroORM): void {
  registerMeasuredGauges(registry, gauges, async () => measureWebhooks(orm.em.fork()));
}
