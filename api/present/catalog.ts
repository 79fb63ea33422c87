import type { z } from "zod";

import type {
  modelSchema,
  offerSchema,
  providerHealthSchema,
  providerSchema,
} from "#api/schemas/catalog.ts";
import type { CanonicalModel } from "#catalog/canonical.ts";
import {
  type CatalogModel,
  creditsOfModel,
  type DirectoryEntry,
  offersOf,
} from "#db/providers/catalog.ts";
import { capabilityRules, contentTypeTitles } from "#domain/requests/capability.ts";
import { describeMissingKeys } from "#domain/routing/refusals.ts";

export function presentModel({
  model,
  provider,
  status,
  providerKeyId,
  unavailable,
}: CatalogModel): z.input<typeof modelSchema> {
  return {
    id: model.id,
    displayName: model.name,
    ...(model.offers == null ? {} : { offerOf: model.offers }),
    ...(model.differs == null ? {} : { differs: [...model.differs] }),
    provider: provider.slug,
    providerName: provider.name,
    description: model.description,
    contentType: model.contentType,
    capabilities: model.capabilities,
    credits: creditsOfModel(model, { providerKeyId }),
    ...(providerKeyId === null ? {} : { ownKey: true as const }),
    status,
    available: unavailable === null,
    ...(unavailable === null ? {} : { unavailableReason: unavailable.reason }),
    ...(model.retiresOn == null ? {} : { retiresOn: model.retiresOn }),
    ...(model.replacedBy == null ? {} : { replacedBy: model.replacedBy }),
    typicalSeconds: model.typicalSeconds,
    ...(model.measuredSeconds == null ? {} : { measuredSeconds: Number(model.measuredSeconds) }),
    limits: limitsOf(model.parameters),
  };
}

/**
 * Entry of a list. A row with the id of a canonical model is available when any offer of that model is, because a request
 * that names the id gets one of them.
 */
export function presentListed(
  row: CatalogModel,
  models: readonly CatalogModel[],
): z.input<typeof modelSchema> {
  const { id, offers: canonicalId } = row.model;
  if (row.unavailable === null || canonicalId !== id) return presentModel(row);
  const offers = offersOf(canonicalId, models);
  if (offers.length === 0) return presentModel(row);
  const { unavailableReason: _, ...fields } = presentModel(row);
  return offers.some(({ unavailable }) => unavailable === null)
    ? { ...fields, available: true }
    : { ...fields, unavailableReason: whyNoOffer(id, offers) };
}

/** A canonical model: the fields of its first offer under its own id and name, and all offers. */
export function presentCanonical(
  { id, name }: CanonicalModel,
  offers: readonly CatalogModel[],
): z.input<typeof modelSchema> {
  const ordered = offers.toSorted(byAvailability);
  const [first] = ordered;
  if (first === undefined) throw new Error(`${id} has no offer`);
  const { offerOf: _, differs: _differs, ...fields } = presentModel(first);
  const capabilities = [...new Set(offers.flatMap(({ model }) => model.capabilities))];
  return {
    ...fields,
    id,
    displayName: name,
    capabilities,
    ...(fields.available ? {} : { unavailableReason: whyNoOffer(id, ordered) }),
    offers: ordered.map(presentOffer),
  };
}

/** Hosts without a key share one sentence, because the key of any one of them suffices. */
function whyNoOffer(id: string, offers: readonly CatalogModel[]): string {
  const keyless = offers.flatMap(({ provider, unavailable }) =>
    unavailable?.setting === undefined
      ? []
      : [{ name: provider.name, setting: unavailable.setting }],
  );
  const others = offers.flatMap(({ unavailable }) =>
    unavailable === null || unavailable.setting !== undefined ? [] : unavailable.reason,
  );
  const missing = keyless.length === 0 ? [] : [describeMissingKeys(keyless, id)];
  return [...others, ...missing].join(" ");
}

function byAvailability(one: CatalogModel, other: CatalogModel): number {
  const isAvailable = ({ unavailable }: CatalogModel) => Number(unavailable === null);
  const creditsOf = (each: CatalogModel) => creditsOfModel(each.model, each).typical;
  return isAvailable(other) - isAvailable(one) || creditsOf(one) - creditsOf(other);
}

function presentOffer(offer: CatalogModel): z.input<typeof offerSchema> {
  const { model, provider, unavailable, onTrial } = offer;
  const isOpen = unavailable?.code === "provider_not_available";
  return {
    id: model.id,
    provider: provider.slug,
    providerName: provider.name,
    credits: creditsOfModel(model, offer),
    available: unavailable === null,
    ...(unavailable === null ? {} : { unavailableReason: unavailable.reason }),
    circuit: isOpen ? "open" : onTrial ? "half_open" : "closed",
    typicalSeconds: model.typicalSeconds,
    ...(model.measuredSeconds == null ? {} : { measuredSeconds: Number(model.measuredSeconds) }),
    ...(model.differs == null ? {} : { differs: [...model.differs] }),
  };
}

/** Parameters with bounds or choices, by their canonical name where they have one. */
function limitsOf(parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = parameters["properties"] as
    | Record<string, Record<string, unknown>>
    | undefined;
  return Object.fromEntries(
    Object.entries(properties ?? {}).flatMap(([name, property]) => {
      const bounds = Object.entries(property).filter(([key]) => boundKeys.has(key));
      const role = property["x-role"];
      const known = typeof role === "string" ? role : name;
      return bounds.length === 0 ? [] : [[known, Object.fromEntries(bounds)]];
    }),
  );
}

const boundKeys = new Set([
  "enum",
  "minimum",
  "maximum",
  "maxLength",
  "minItems",
  "maxItems",
  "default",
]);

type Health = z.input<typeof providerHealthSchema>;

const directoryStatus = {
  healthy: "Active",
  unconfigured: "Active",
  degraded: "Degraded",
  unavailable: "Unavailable",
  disabled: "Disabled",
} as const satisfies Record<Health["status"], string>;

/** Directory entry: capabilities and content types by their titles, counts from the model rows. */
export function presentProvider(
  { entry }: { entry: DirectoryEntry },
  status: Health["status"],
): z.input<typeof providerSchema> {
  const { provider } = entry;
  return {
    slug: provider.slug,
    name: provider.name,
    description: provider.description,
    status: directoryStatus[status],
    modelsAvailable: entry.models.length,
    contentTypes: entry.contentTypes.map((type) => contentTypeTitles[type]),
    pricing: { minCredits: entry.minCredits, maxCredits: entry.maxCredits },
    capabilities: entry.capabilities.map((capability) => capabilityRules[capability].title),
    configured: entry.configured,
    ...(entry.hasOrganizationKey ? { ownKey: true as const } : {}),
    ...(entry.configured ? {} : { setting: provider.setting }),
  };
}
