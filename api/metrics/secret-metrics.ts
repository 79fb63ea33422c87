import { Gauge, type Registry } from "prom-client";

import type { MikroORM } from "#db/orm.ts";
import { countFormerSecrets } from "#db/reseal-secrets.ts";
import type { Vault } from "#db/vault.ts";

import { shareMeasurements } from "./share-measurements.ts";

/** Workers seal every five minutes, so a newer number says nothing more. */
const measuredMs = 60_000;

/** Metric of a rotation of the master key. */
export function registerSecretMetrics(registry: Registry, orm: MikroORM, vault: Vault): void {
  const count = shareMeasurements(async () => countFormerSecrets(orm.em.fork(), vault), measuredMs);
  const gauge = new Gauge({
    name: "gme_secrets_former",
    help: "Stored secrets that are not sealed under MASTER_KEY during its rotation, by table.",
    labelNames: ["table"],
    registers: [],
    async collect() {
      for (const [table, former] of await count()) this.set({ table }, former);
    },
  });
  registry.registerMetric(gauge);
}
