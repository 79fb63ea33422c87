import type { Logger } from "pino";

import { listProviders, saveProbe } from "#db/catalog.ts";
import { AppError } from "#domain/errors.ts";

import type { ActivityDependencies } from "./dependencies.ts";
import { providerAccess } from "./providers/provider-access.ts";

const probeMs = 30_000;
const probeTimeoutMs = 5_000;

/**
 * Probes configured providers from where this worker stands, for as long as it runs. Every worker
 * does it: what one of them can reach says nothing of the others. Returns the function that stops it.
 */
export function startProbes(dependencies: ActivityDependencies): () => void {
  const { logger } = dependencies;
  const run = () => {
    probeProviders(dependencies).catch((error: unknown) => noteFailure(logger, error));
  };
  run();
  const timer = setInterval(run, probeMs);
  return () => clearInterval(timer);
}

/** It is tried again at the next turn; the database's own alarm is readiness. */
function noteFailure(logger: Logger, error: unknown): void {
  logger.warn({ error }, "probe of providers failed");
}

async function probeProviders({
  orm,
  adapters,
  providerSettings,
}: ActivityDependencies): Promise<void> {
  const em = orm.em.fork();
  const entries = await listProviders(em, providerSettings);
  for (const { provider, configured } of entries) {
    const adapter = adapters[provider.slug];
    const value = providerSettings[provider.setting];
    if (!configured || adapter === undefined || value === undefined) continue;
    const startedAt = performance.now();
    const errorCode = await adapter
      .checkHealth({
        ...providerAccess(provider, value),
        idempotencyKey: "",
        signal: AbortSignal.timeout(probeTimeoutMs),
      })
      .then(
        () => null,
        (error: unknown) => (error instanceof AppError ? error.code : "internal"),
      );
    await saveProbe(em, {
      providerSlug: provider.slug,
      ok: errorCode === null,
      latencyMs: Math.round(performance.now() - startedAt),
      errorCode,
    });
  }
}
