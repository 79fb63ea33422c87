import { listProviders } from "#db/catalog.ts";
import { noteProviderProbe } from "#db/circuits.ts";
import { measureModels } from "#db/model-latency.ts";
import { saveProbe } from "#db/provider-traffic.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

import type { ActivityDependencies } from "./dependencies.ts";
import type { ProviderAdapter } from "./providers/adapter.ts";
import { providerAccess } from "./providers/provider-access.ts";

const probeTimeoutMs = 5_000;

/**
 * Asks every provider that can be called something that costs nothing, and tells its circuit: so a
 * provider that nobody uses is known to be away, and one that is back is used again.
 */
export function createProbeProviders({ orm, adapters, providerSettings }: ActivityDependencies) {
  return async function probeProviders(): Promise<MaintenanceTurn> {
    const entries = await listProviders(orm.em.fork(), providerSettings);
    const probes = entries.flatMap(({ provider }) => {
      const adapter = adapters[provider.slug];
      const value = providerSettings[provider.setting];
      if (adapter === undefined || value === undefined || provider.mode === "disabled") return [];
      return [{ provider, adapter, access: providerAccess(provider, value, providerSettings) }];
    });
    // All at once: one that does not answer must not make the others' news old.
    await Promise.all(
      probes.map(async ({ provider, adapter, access }) => {
        const { code, latencyMs } = await probe(adapter, access);
        const em = orm.em.fork();
        await saveProbe(em, {
          providerSlug: provider.slug,
          ok: code === null,
          latencyMs,
          errorCode: code,
        });
        await noteProviderProbe(em, provider.slug, code);
      }),
    );
    return { changed: probes.length, next: null };
  };
}

async function probe(
  adapter: ProviderAdapter,
  access: ReturnType<typeof providerAccess>,
): Promise<{ code: ErrorCode | null; latencyMs: number }> {
  const startedAt = performance.now();
  const code = await adapter
    .checkHealth({
      ...access,
      idempotencyKey: "",
      signal: AbortSignal.timeout(probeTimeoutMs),
    })
    .then(
      () => null,
      (error: unknown) => (error instanceof AppError ? error.code : "internal"),
    );
  return { code, latencyMs: Math.round(performance.now() - startedAt) };
}

/** Writes how long each model's latest generations took, for routing. */
export function createMeasureModels({ orm }: ActivityDependencies) {
  return async function runMeasureModels(): Promise<MaintenanceTurn> {
    return { changed: await measureModels(orm.em.fork()), next: null };
  };
}
