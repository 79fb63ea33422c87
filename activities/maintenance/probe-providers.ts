import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { ProviderAdapter } from "#activities/providers/adapter.ts";
import { type ServiceAccess, serviceAccess } from "#activities/providers/provider-access.ts";
import { wholeProvider } from "#db/entities/provider-health.ts";
import { type DirectoryEntry, listProviders } from "#db/providers/catalog.ts";
import { noteProbeOutcome } from "#db/providers/circuits.ts";
import { measureModels } from "#db/providers/model-latency.ts";
import { saveProbe } from "#db/providers/provider-traffic.ts";
import { listServices } from "#db/providers/service-of.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

const probeTimeoutMs = 5_000;

/**
 * Asks every provider that can be called something that costs nothing, and tells its circuit: so a
 * provider that nobody uses is known to be away, and one that is back is used again. A service of its
 * own is asked for its models, and tells theirs.
 */
export function createProbeProviders({
  orm,
  adapters,
  providerSettings,
}: Pick<ActivityDependencies, "orm" | "adapters" | "providerSettings">) {
  return async function probeProviders(): Promise<MaintenanceTurn> {
    const entries = await listProviders(orm.em.fork(), providerSettings);
    const probes = entries.flatMap((entry) =>
      listServices(entry.provider, entry.models).flatMap((service) => {
        const adapter = adapters[service.slug];
        const access = serviceAccess(service, providerSettings);
        const isOff = entry.provider.mode === "disabled";
        return adapter === undefined || access === null || isOff
          ? []
          : [
              {
                providerSlug: entry.provider.slug,
                models: modelsAt(service.slug, entry),
                adapter,
                access,
              },
            ];
      }),
    );
    // All at once: one that does not answer must not make the others' news old.
    await Promise.all(
      probes.map(async ({ providerSlug, models, adapter, access }) => {
        const { code, latencyMs } = await probe(adapter, access);
        const em = orm.em.fork();
        if (models === null) {
          await saveProbe(em, { providerSlug, ok: code === null, latencyMs, errorCode: code });
        }
        for (const modelId of models ?? [wholeProvider]) {
          await noteProbeOutcome(em, { providerSlug, modelId }, code);
        }
      }),
    );
    return { changed: probes.length, next: null };
  };
}

/** The models of a service of their own; null for the provider's API, which stands for all others. */
function modelsAt(slug: string, { provider, models }: DirectoryEntry): readonly string[] | null {
  if (slug === provider.slug) return null;
  return models.filter(({ service }) => service?.slug === slug).map(({ id }) => id);
}

async function probe(
  adapter: ProviderAdapter,
  access: ServiceAccess,
): Promise<{ code: ErrorCode | null; latencyMs: number }> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(probeTimeoutMs);
  let code: ErrorCode | null = null;
  // With one key that works the provider can be used.
  for (const credential of access.credentials) {
    code = await adapter.checkHealth({ ...access, credential, idempotencyKey: "", signal }).then(
      () => null,
      (error: unknown) => (error instanceof AppError ? error.code : "internal"),
    );
    if (code === null) break;
  }
  return { code, latencyMs: Math.round(performance.now() - startedAt) };
}

/** Writes how long each model's latest generations took, for routing. */
export function createMeasureModels({ orm }: ActivityDependencies) {
  return async function runMeasureModels(): Promise<MaintenanceTurn> {
    return { changed: await measureModels(orm.em.fork()), next: null };
  };
}
