import type { z } from "zod";

import type { modelSchema, providerHealthSchema, providerSchema } from "#api/schemas/catalog.ts";
import { type CatalogModel, creditsOfModel, type DirectoryEntry } from "#db/providers/catalog.ts";
import { capabilityRules, contentTypeTitles } from "#domain/requests/capability.ts";

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
