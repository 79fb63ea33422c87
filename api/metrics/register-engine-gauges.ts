import type { Registry } from "prom-client";

import type { Config } from "#config.ts";
import type { MikroORM } from "#db/orm.ts";
import { findPlatformKeys } from "#db/providers/platform-keys.ts";
import type { Vault } from "#db/vault.ts";

import { registerBillingMetrics } from "./billing-metrics.ts";
import { registerCostMetrics } from "./cost-metrics.ts";
import { registerCreditMetrics } from "./credit-metrics.ts";
import { registerDatabaseMetrics } from "./database-metrics.ts";
import { registerEngineMetrics } from "./engine-metrics.ts";
import { registerJournalMetrics } from "./journal-metrics.ts";
import { registerPromiseMetrics } from "./promise-metrics.ts";
import { registerProviderMetrics } from "./provider-metrics.ts";
import { registerReportMetrics } from "./report-metrics.ts";
import { registerRetentionMetrics } from "./retention-metrics.ts";
import { registerSchemaMetrics } from "./schema-metrics.ts";
import { registerSecretMetrics } from "./secret-metrics.ts";
import { registerSlotMetrics } from "./slot-metrics.ts";
import { registerWebhookMetrics } from "./webhook-metrics.ts";

/** Registers the gauges of the whole engine, which any one process can measure. */
export function registerEngineGauges(
  registry: Registry,
  {
    orm,
    vault,
    config,
  }: { readonly orm: MikroORM; readonly vault: Vault; readonly config: Config },
): void {
  registerEngineMetrics(registry, orm);
  registerProviderMetrics(registry, orm);
  registerCostMetrics(registry, orm);
  registerCreditMetrics(registry, orm);
  registerBillingMetrics(registry, orm);
  registerSlotMetrics(registry, { orm, platformKeys: findPlatformKeys(config.providerSettings) });
  registerPromiseMetrics(registry, orm, { reconcileSeconds: config.RECONCILE_SECONDS });
  registerSchemaMetrics(registry, orm);
  registerRetentionMetrics(registry, orm);
  registerWebhookMetrics(registry, orm);
  registerDatabaseMetrics(registry, orm);
  registerSecretMetrics(registry, orm, vault);
  registerReportMetrics(registry, orm);
  registerJournalMetrics(registry, orm);
}
