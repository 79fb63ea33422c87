import { Gauge, type Registry } from "prom-client";

import type { MikroORM } from "#db/orm.ts";
import type { FindPlatformKeys } from "#db/providers/platform-keys.ts";
import { measureSlots, type SlotGauges } from "#db/providers/provider-slots.ts";

const gauges: Readonly<
  Record<Exclude<keyof SlotGauges, "provider">, { name: string; help: string }>
> = {
  limit: {
    name: "gme_provider_slots",
    help: "Maximum concurrent requests of a provider; absent without a limit.",
  },
  inUse: {
    name: "gme_provider_slots_used",
    help: "Requests that a provider is processing, or that are about to be sent.",
  },
  waiting: {
    name: "gme_provider_jobs_waiting",
    help: "Jobs that wait for a provider slot.",
  },
  oldestSeconds: {
    name: "gme_provider_wait_seconds",
    help: "Longest current wait for a provider slot.",
  },
};

/** Metrics of provider slots and their queues, read from PostgreSQL on each scrape. */
export function registerSlotMetrics(
  registry: Registry,
  { orm, platformKeys }: { orm: MikroORM; platformKeys: FindPlatformKeys },
): void {
  let measured: Promise<SlotGauges[]> | null = null;
  const measure = async (): Promise<SlotGauges[]> => {
    // A scrape collects all gauges in the same tick, so they share the query.
    measured ??= measureSlots(orm.em.fork(), platformKeys).finally(() => {
      measured = null;
    });
    return measured;
  };
  for (const [key, { name, help }] of Object.entries(gauges)) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ["provider"],
      registers: [],
      async collect() {
        this.reset();
        for (const slots of await measure()) {
          const value = slots[key as keyof typeof gauges];
          if (value !== null) this.set({ provider: slots.provider }, value);
        }
      },
    });
    registry.registerMetric(gauge);
  }
}
