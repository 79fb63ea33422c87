import type { z } from "zod";

import type { adminProviderSchema } from "#api/schemas/admin-provider.ts";
import { wholeProvider } from "#db/entities/provider-health.ts";
import type { ProviderAdministration } from "#db/providers/admin-providers.ts";
import { trafficWindowMinutes } from "#db/providers/provider-traffic.ts";

import { presentHealth, type ProviderFacts } from "./provider-health.ts";

export function presentAdminProvider(
  { provider, models, circuits, running, transitions, changes }: ProviderAdministration,
  facts: ProviderFacts,
): z.input<typeof adminProviderSchema> {
  const forceOf = (id: string) => circuits.find(({ modelId }) => modelId === id)?.force ?? "auto";
  return {
    slug: provider.slug,
    name: provider.name,
    configured: facts.entry.configured,
    integrated: provider.integrated,
    mode: provider.mode,
    weight: provider.weight,
    concurrency: {
      known: provider.concurrencyKnown ?? null,
      limit: provider.concurrencyLimit ?? null,
    },
    circuitForce: forceOf(wholeProvider),
    models: models.map(({ id, enabled }) => ({
      modelId: id,
      enabled,
      circuitForce: forceOf(id),
    })),
    ...undeclared(models, facts),
    running,
    health: presentHealth(facts, trafficWindowMinutes),
    transitions: transitions.map(({ createdAt, modelId, fromState, toState, cause }) => ({
      at: createdAt.toISOString(),
      model: modelId === wholeProvider ? null : modelId,
      from: fromState,
      to: toState,
      cause,
    })),
    changes: changes.map(({ createdAt, actorAccountId, before, after }) => {
      const { reason, ...settings } = after ?? {};
      return {
        at: createdAt.toISOString(),
        accountId: actorAccountId ?? null,
        reason: typeof reason === "string" ? reason : "",
        before: before ?? {},
        after: settings,
      };
    }),
  };
}

/** Models that an own server listed when it was last probed, without the declared ones. */
function undeclared(
  models: ProviderAdministration["models"],
  { probe }: ProviderFacts,
): { undeclaredModels?: string[] } {
  if (probe?.foundModels == null) return {};
  const declared = new Set(models.map(({ upstreamModel }) => upstreamModel));
  return { undeclaredModels: probe.foundModels.filter((name) => !declared.has(name)) };
}
