import { defineEntity, p } from "@mikro-orm/core";

import type { Capability, ContentType } from "#domain/capability.ts";
import type { Pricing } from "#domain/credits.ts";
import type { IdempotencyClass } from "#domain/generation.ts";

/** A provider as the directory lists it. Written by the catalog sync; operators' columns survive it. */
const ProviderSchema = defineEntity({
  name: "Provider",
  tableName: "providers",
  properties: {
    slug: p.text().primary(),
    name: p.text(),
    description: p.text(),
    tier: p.text().$type<"core" | "extra" | "embedded">(),
    /** The environment variable that holds its key or address. */
    setting: p.text(),
    /** Null for the embedded provider, whose address is its setting. */
    baseUrl: p.text().nullable(),
    idempotency: p.text().$type<IdempotencyClass>(),
    /** Whether this version of the engine has an adapter for it. */
    integrated: p.boolean(),
    /** Operators' switch; the sync never writes it. */
    mode: p.text().$type<"enabled" | "draining" | "disabled">().default("enabled"),
    position: p.integer(),
    updatedAt: p.datetime().defaultRaw("now()"),
  },
});
export class Provider extends ProviderSchema.class {}
ProviderSchema.setClass(Provider);

export type ModelStatus = "active" | "preview" | "deprecated" | "retired" | "disabled";

const ModelSchema = defineEntity({
  name: "Model",
  tableName: "models",
  properties: {
    id: p.text().primary(),
    providerSlug: p.text().index("models_provider_index"),
    upstreamModel: p.text(),
    name: p.text(),
    description: p.text(),
    contentType: p.text().$type<ContentType>(),
    capabilities: p.array<Capability>(),
    status: p.text().$type<ModelStatus>(),
    retiresOn: p.text().nullable(),
    replacedBy: p.text().nullable(),
    creditsTypical: p.integer(),
    creditsMin: p.integer(),
    creditsMax: p.integer(),
    creditsPer: p.text(),
    pricing: p.json<Pricing>(),
    quality: p.smallint(),
    typicalSeconds: p.integer(),
    /** JSON Schema of what the model takes; each property's `x-role` names our canonical field. */
    parameters: p.json<Record<string, unknown>>(),
    /** Operators' switch; the sync never writes it. */
    enabled: p.boolean().default(true),
    position: p.integer(),
    updatedAt: p.datetime().defaultRaw("now()"),
  },
});
export class Model extends ModelSchema.class {}
ModelSchema.setClass(Model);

/** The last probe of a provider, one row each; written by workers, read by health and routing. */
const ProviderProbeSchema = defineEntity({
  name: "ProviderProbe",
  tableName: "provider_probes",
  properties: {
    providerSlug: p.text().primary(),
    ok: p.boolean(),
    latencyMs: p.integer(),
    errorCode: p.text().nullable(),
    checkedAt: p.datetime(),
    lastErrorCode: p.text().nullable(),
    lastErrorAt: p.datetime().nullable(),
  },
});
export class ProviderProbe extends ProviderProbeSchema.class {}
ProviderProbeSchema.setClass(ProviderProbe);
