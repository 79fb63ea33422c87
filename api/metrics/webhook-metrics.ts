import type { Registry } from "prom-client";

import type { MikroORM } from "#db/orm.ts";
import { measureWebhooks, type WebhookGauges } from "#db/webhooks/webhook-gauges.ts";

import { registerMeasuredGauges } from "./measured-gauges.ts";

const gauges: Readonly<Record<keyof WebhookGauges, { name: string; help: string }>> = {
  pending: {
    name: "gme_webhooks_pending",
    help: "Webhook deliveries that have not arrived and are tried on.",
  },
  oldestSeconds: {
    name: "gme_webhooks_oldest_seconds",
    help: "Age of the oldest webhook delivery that has not arrived and is tried on.",
  },
  overdueSeconds: {
    name: "gme_webhooks_overdue_seconds",
    help: "How long the most overdue try of a webhook delivery has been due.",
  },
  failedAttempts: {
    name: "gme_webhook_attempts_failed",
    help: "Tries of the last hour that did not arrive.",
  },
  disabled: {
    name: "gme_webhooks_disabled",
    help: "Endpoints that were disabled because they failed for days or said that they are gone.",
  },
};

/** Metrics of webhook deliveries, read from PostgreSQL with one query per scrape. */
export function registerWebhookMetrics(registry: Registry, orm: MikroORM): void {
  registerMeasuredGauges(registry, gauges, async () => measureWebhooks(orm.em.fork()));
}
