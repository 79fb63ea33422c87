import type { z } from "zod";

import type { circuitSchema, providerHealthSchema } from "#api/schemas/catalog.ts";
import type { Provider } from "#db/entities/catalog.ts";
import { type ProviderCircuit, wholeProvider } from "#db/entities/provider-health.ts";
import type { DirectoryEntry } from "#db/providers/catalog.ts";
import type { ProviderMeasurement } from "#db/providers/provider-traffic.ts";
import { effectiveState } from "#domain/providers/circuit.ts";

import { optional } from "./optional.ts";

type Health = z.input<typeof providerHealthSchema>;

export interface ProviderFacts extends ProviderMeasurement {
  readonly entry: DirectoryEntry;
}

/** Facts that determine a provider's health status. */
export interface StatusFacts {
  readonly entry: {
    readonly configured: boolean;
    readonly provider: Pick<Provider, "mode">;
  };
  readonly traffic: Pick<ProviderFacts["traffic"], "succeeded" | "failed">;
  readonly probe: Pick<NonNullable<ProviderFacts["probe"]>, "ok"> | null;
  readonly circuits: Parameters<typeof stateOf>[0];
}

/** Below this success rate, a provider that responds is degraded. */
const healthySuccessRate = 0.9;
/** Minimum of generations for a meaningful success rate. */
const generationsMin = 3;

export function healthStatusOf({ entry, traffic, probe, circuits }: StatusFacts): Health["status"] {
  if (entry.provider.mode === "disabled") return "disabled";
  if (!entry.configured) return "unconfigured";
  const circuit = stateOf(circuits);
  const { succeeded, failed } = traffic;
  const probeFailed = probe !== null && !probe.ok;
  // A failed probe alone does not make a provider unavailable while callers' requests succeed.
  if (circuit === "open" || (probeFailed && succeeded === 0)) return "unavailable";
  if (circuit === "half_open" || probeFailed) return "degraded";
  if (entry.provider.mode === "draining") return "degraded";
  const total = succeeded + failed;
  if (total < generationsMin) return "healthy";
  if (succeeded === 0) return "unavailable";
  return succeeded / total < healthySuccessRate ? "degraded" : "healthy";
}

export function presentHealth(facts: ProviderFacts, windowMinutes: number): Health {
  const { entry, traffic, probe, circuits } = facts;
  const total = traffic.succeeded + traffic.failed;
  const own = circuits.find(({ modelId }) => modelId === wholeProvider);
  return {
    provider: entry.provider.slug,
    status: healthStatusOf(facts),
    circuit: stateOf(circuits),
    ...optional("retryAt", own?.retryAt?.toISOString()),
    models: presentOpenCircuits(circuits),
    successRate: total === 0 ? null : Math.round((traffic.succeeded / total) * 1e4) / 1e4,
    latencyMs: { p50: traffic.p50Ms, p95: traffic.p95Ms },
    checkedAt: probe?.checkedAt.toISOString() ?? null,
    window: { minutes: windowMinutes, generations: total },
    ...optional("lastError", lastErrorOf(facts)),
  };
}

/** Models whose circuits are open or half-open while the provider's other models are in use. */
function presentOpenCircuits(
  circuits: readonly ProviderCircuit[],
): z.input<typeof circuitSchema>[] {
  return circuits
    .filter((row) => row.modelId !== wholeProvider && effectiveState(row) !== "closed")
    .map((row) => ({
      model: row.modelId,
      circuit: effectiveState(row),
      ...optional("retryAt", row.retryAt?.toISOString()),
    }));
}

function stateOf(
  circuits: readonly Pick<ProviderCircuit, "modelId" | "state" | "force">[],
): Health["circuit"] {
  const own = circuits.find(({ modelId }) => modelId === wholeProvider);
  return own === undefined ? "closed" : effectiveState(own);
}

/** Returns the later error of callers' requests and of the probe. */
function lastErrorOf({
  probe,
  circuits,
}: Pick<ProviderFacts, "probe" | "circuits">): Health["lastError"] {
  const own = circuits.find(({ modelId }) => modelId === wholeProvider);
  const known = [own, probe].flatMap((source) =>
    source?.lastErrorCode != null && source.lastErrorAt != null
      ? [{ code: source.lastErrorCode, at: source.lastErrorAt.toISOString() }]
      : [],
  );
  return known.toSorted((left, right) => (left.at < right.at ? 1 : -1))[0];
}
