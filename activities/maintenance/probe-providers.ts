import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { ProviderAdapter } from "#activities/providers/adapter.ts";
import {
  adapterOf,
  type ServiceAccess,
  serviceAccess,
} from "#activities/providers/provider-access.ts";
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
 * and reports to the circuits of these models. A declared model that an own server does not list reports to its circuit, too.
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
        const adapter = adapterOf(service, adapters);
        const access = serviceAccess(service, providerSettings);
        const isOff = entry.provider.mode === "disabled";
        return adapter === undefined || access === null || isOff
          ? []
          : [
              {
                providerSlug: entry.provider.slug,
                models: modelsAt(service.slug, entry),
                declared: entry.models,
                adapter,
                access,
              },
            ];
      }),
    );
    // Concurrently: a provider that does not respond must not delay the results of the others.
    await Promise.all(
      probes.map(async ({ providerSlug, models, declared, adapter, access }) => {
        const { code, latencyMs, found } = await probe(adapter, access);
        const em = orm.em.fork();
        if (models === null) {
          await saveProbe(em, {
            providerSlug,
            ok: code === null,
            latencyMs,
            errorCode: code,
            found,
          });
        }
        for (const modelId of models ?? [wholeProvider]) {
          await noteProbeOutcome(em, { providerSlug, modelId }, code);
        }
        if (found === null) return;
        for (const { id, upstreamModel } of declared) {
          const isListed = found.includes(upstreamModel);
          const target = { providerSlug, modelId: id };
          await noteProbeOutcome(em, target, isListed ? null : "model_not_available");
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
): Promise<{ code: ErrorCode | null; latencyMs: number; found: readonly string[] | null }> {
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
  const latencyMs = Math.round(performance.now() - startedAt);
  return { code, latencyMs, found: code === null ? await discover(adapter, access) : null };
}

/** Lists the models of an own server. Null without a list: nothing is known about its models then. */
async function discover(
  adapter: ProviderAdapter,
  access: ServiceAccess,
): Promise<readonly string[] | null> {
  if (adapter.discover === undefined) return null;
  const signal = AbortSignal.timeout(probeTimeoutMs);
  try {
    return await adapter.discover({ ...access, credential: "", idempotencyKey: "", signal });
  } catch {
    // The health check has reported what is wrong with the server.
    return null;
  }
}

/** Writes how long each model's latest generations took, for routing. */
export function createMeasureModels({ orm }: ActivityDependencies) {
  return async function runMeasureModels(): Promise<MaintenanceTurn> {
    return { changed: await measureModels(orm.em.fork()), next: null };
  };
}
