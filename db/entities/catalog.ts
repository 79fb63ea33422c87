import { defineEntity, p } from "@mikro-orm/core";

import type { Pricing } from "#domain/billing/credits.ts";
import type { Capability, ContentType } from "#domain/requests/capability.ts";
import type { IdempotencyClass } from "#domain/requests/generation.ts";
import type { ModelStatus } from "#domain/routing/lifecycle.ts";

/** Draining: what runs there ends, nothing new is sent. */
export const providerModes = ["enabled", "draining", "disabled"] as const;
export type ProviderMode = (typeof providerModes)[number];

/** Another API of a model's provider, as the catalog defines it (catalog/provider-row.ts). */
export interface ModelService {
  readonly slug: string;
  /** The environment variable that holds its key. */
  readonly setting: string;
  /** `{region}` stands for the region. */
  readonly baseUrl: string;
  readonly region?: { readonly setting: string; readonly default: string };
}

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
    mode: p.text().$type<ProviderMode>().default("enabled"),
    /** The share of jobs that it gets among equals; operators', too. */
    weight: p.integer().default(100),
    /** How many requests it takes at once as far as the catalog knows; null: any number. */
    concurrencyKnown: p.integer().nullable(),
    /** What operators know better, as accounts at a provider differ. */
    concurrencyLimit: p.integer().nullable(),
    position: p.integer(),
    updatedAt: p.datetime().defaultRaw("now()"),
  },
});
export class Provider extends ProviderSchema.class {}
ProviderSchema.setClass(Provider);

const ModelSchema = defineEntity({
  name: "Model",
  tableName: "models",
  properties: {
    id: p.text().primary(),
    providerSlug: p.text().index("models_provider_index"),
    upstreamModel: p.text(),
    /** What it is called at, where that is not its provider's own API (db/providers/service-of.ts). */
    service: p.json<ModelService>().nullable(),
    name: p.text(),
    description: p.text(),
    contentType: p.text().$type<ContentType>(),
    capabilities: p.array<Capability>(),
    /** As the catalog says; the day may say more (domain/routing/lifecycle.ts). */
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
    /** The median of the latest generations, in seconds; null while too few are known. */
    measuredSeconds: p.double().nullable(),
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
