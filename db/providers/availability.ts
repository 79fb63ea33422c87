import type { Model, Provider } from "#db/entities/catalog.ts";
import { ProviderCircuit, wholeProvider } from "#db/entities/provider-health.ts";
import type { EntityManager } from "#db/orm.ts";
import { admitCall, type CircuitState, effectiveState } from "#domain/providers/circuit.ts";
import type { OrganizationKeys } from "#domain/providers/organization-key.ts";
import type { ModelStatus } from "#domain/routing/lifecycle.ts";
import { describeMissingKeys, describeStatus } from "#domain/routing/refusals.ts";
import type { Candidate } from "#domain/routing/routing.ts";

import { governs, toCircuit } from "./circuits.ts";
import { missingSetting, serviceOf } from "./service-of.ts";

/** Looks up the circuit of a provider or model. Returns undefined for a closed circuit that is not forced. */
export type FindCircuit = (providerSlug: string, modelId?: string) => ProviderCircuit | undefined;

/** Loads all circuits that are open, half-open or forced in one query: usually few, at most one per model. */
export async function loadCircuits(em: EntityManager): Promise<FindCircuit> {
  const rows = await em.find(
    ProviderCircuit,
    { $or: [{ state: { $ne: "closed" } }, { force: { $ne: "auto" } }] },
    { refresh: true },
  );
  const known = new Map(rows.map((row) => [`${row.providerSlug} ${row.modelId}`, row]));
  return (slug, modelId = wholeProvider) => known.get(`${slug} ${modelId}`);
}

export interface Availability {
  /** Organization-provided key that the model is called with; null for the platform key. */
  readonly providerKeyId: string | null;
  /** Null when the model can be used now. */
  readonly unavailable: Candidate["unavailable"];
  /** True when recent failures restrict the model to trial requests. */
  readonly onTrial: boolean;
}

/** Keys, circuits and time from which the availability of models is computed. */
export interface CatalogContext {
  readonly settings: Readonly<Record<string, string>>;
  readonly organizationKeys: OrganizationKeys;
  readonly findCircuit: FindCircuit;
  readonly now: Date;
}

export function availabilityOf(
  { model, provider, status }: { model: Model; provider: Provider; status: ModelStatus },
  { settings, organizationKeys, findCircuit, now }: CatalogContext,
): Availability {
  const providerKeyId = organizationKeyFor(model, organizationKeys);
  const hasOrganizationKey = providerKeyId !== null;
  const unavailable = whyNotOffered(model, provider, { settings, status, hasOrganizationKey });
  if (unavailable !== null) return { providerKeyId, unavailable, onTrial: false };
  const circuits = [findCircuit(provider.slug), findCircuit(provider.slug, model.id)];
  let onTrial = false;
  for (const row of circuits) {
    if (row === undefined || !governs(row, { isApart: model.service != null, hasOrganizationKey }))
      continue;
    const admission = admitCall(toCircuit(row), now);
    const isHalfOpen = effectiveState(row) === ("half_open" satisfies CircuitState);
    if (admission.verdict === "refuse" && !isHalfOpen) {
      const reason = whyOpen(row, { model, provider, ...admission });
      return { providerKeyId, unavailable: reason, onTrial: false };
    }
    onTrial ||= admission.verdict !== "pass";
  }
  return { providerKeyId, unavailable: null, onTrial };
}

/**
 * Returns the organization-provided key for a model. Null for models with their own service, because such a
 * key is valid for the provider's API only.
 */
export function organizationKeyFor(
  { providerSlug, service }: Pick<Model, "providerSlug" | "service">,
  organizationKeys: OrganizationKeys,
): string | null {
  return service == null ? (organizationKeys[providerSlug] ?? null) : null;
}

function whyNotOffered(
  model: Model,
  provider: Provider,
  {
    settings,
    status,
    hasOrganizationKey,
  }: Pick<CatalogContext, "settings"> & { status: ModelStatus; hasOrganizationKey: boolean },
): Candidate["unavailable"] {
  if (provider.mode !== "enabled") {
    return {
      code: "provider_not_available",
      reason: `An operator has disabled ${provider.name}.`,
    };
  }
  const setting = missingSetting(serviceOf(model, provider), settings);
  if (setting !== null && !hasOrganizationKey) {
    return {
      code: "provider_not_configured",
      setting,
      reason: describeMissingKeys([{ name: provider.name, setting }], model.id),
    };
  }
  if (!provider.integrated) {
    const reason =
      provider.tier === "own"
        ? "is no longer among the servers of this installation."
        : "is listed, but this version of the engine cannot call it.";
    return { code: "model_not_available", reason: `${provider.name} ${reason}` };
  }
  if (status === "retired" || status === "disabled") {
    return { code: "model_not_available", reason: describeStatus(model.id, status) };
  }
  return null;
}

function whyOpen(
  row: ProviderCircuit,
  { model, provider, retryAfterMs }: { model: Model; provider: Provider; retryAfterMs: number },
): Candidate["unavailable"] {
  const name = row.modelId === wholeProvider ? provider.name : model.id;
  const reason =
    row.force === "open"
      ? `An operator has paused ${name}.`
      : `${name} is failing (${row.lastErrorCode ?? "unknown"}); the next trial request is at ` +
        `${row.retryAt?.toISOString() ?? ""}.`;
  const retryAfterSeconds = Math.ceil(retryAfterMs / 1_000);
  return { code: "provider_not_available", reason, retryAfterSeconds };
}
