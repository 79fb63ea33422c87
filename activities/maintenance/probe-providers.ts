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
 * Probes every provider with a free request and reports the outcome to its circuit. So the engine notices
 * when an unused provider fails, and uses a recovered one again. A separate service is probed for its models
 * and reports to the circuits of these models.
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
    // Concurrently: a provider that does not respond must not delay the results of the others.
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

/**
 * Returns the models of a separate service. Null for the provider's own API, which stands for all other
 * models.
 */
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
  // One working key suffices to use the provider.
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
