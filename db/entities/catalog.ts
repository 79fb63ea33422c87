import { defineEntity, p } from "@mikro-orm/core";

import type { OwnConnection } from "#catalog/own/own-connection.ts";
import type { Pricing } from "#domain/billing/pricing.ts";
import type { Capability, ContentType } from "#domain/requests/capability.ts";
import type { IdempotencyClass } from "#domain/requests/generation.ts";
import type { ModelStatus } from "#domain/routing/lifecycle.ts";

/** `draining`: running requests finish, new ones are not sent. */
export const providerModes = ["enabled", "draining", "disabled"] as const;
export type ProviderMode = (typeof providerModes)[number];

/** Another API of a model's provider, as defined in the catalog (catalog/provider-row.ts). */
export interface ModelService {
  readonly slug: string;
  /** Environment variable with the service's key. */
  readonly setting: string;
  /** `{region}` is replaced by the region. */
  readonly baseUrl: string;
  readonly region?: { readonly setting: string; readonly default: string };
}

/**
 * A provider of the directory. Written by the catalog sync, which preserves the columns that operators
 * control.
 */
const ProviderSchema = defineEntity({
  name: "Provider",
  tableName: "providers",
  properties: {
    slug: p.text().primary(),
    name: p.text(),
    description: p.text(),
    tier: p.text().$type<"core" | "extra" | "own" | "embedded">(),
    /** Environment variable with the provider's key or URL. */
    setting: p.text(),
    /** Null for the embedded provider, whose setting contains its URL. */
    baseUrl: p.text().nullable(),
    /** How to call a server of the operator; null for every other provider. */
    connection: p.json<OwnConnection>().nullable(),
    idempotency: p.text().$type<IdempotencyClass>(),
    /** True when this version of the engine has an adapter for the provider. */
    integrated: p.boolean(),
    /** Controlled by operators; the sync never writes this column. */
    mode: p.text().$type<ProviderMode>().default("enabled"),
    /** Relative share of jobs among equally ranked candidates; controlled by operators. */
    weight: p.integer().default(100),
    /** Concurrency limit according to the catalog; null for unlimited. */
    concurrencyKnown: p.integer().nullable(),
    /** Concurrency limit set by operators, because accounts at a provider differ. */
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
    /** Service of the model when it differs from the provider's API (db/providers/service-of.ts). */
    service: p.json<ModelService>().nullable(),
    /** Id of the canonical model that the model is an offer of; null for a separate model. */
    offers: p.text().nullable(),
    differs: p.json<readonly string[]>().nullable(),
    name: p.text(),
    description: p.text(),
    contentType: p.text().$type<ContentType>(),
    capabilities: p.array<Capability>(),
    /** Status in the catalog; the effective status also depends on the date (domain/routing/lifecycle.ts). */
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
    /** Median seconds of the latest generations; null for too small a sample. */
    measuredSeconds: p.double().nullable(),
    /** JSON Schema of the model's parameters; each property's `x-role` names the engine's canonical field. */
    parameters: p.json<Record<string, unknown>>(),
    /** Data for the adapter, such as a workflow; null for most models. Loaded only for a request to the provider. */
    definition: p.json<unknown>().nullable().lazy(),
    /** Controlled by operators; the sync never writes this column. */
    enabled: p.boolean().default(true),
    position: p.integer(),
    updatedAt: p.datetime().defaultRaw("now()"),
  },
});
export class Model extends ModelSchema.class {}
ModelSchema.setClass(Model);

/** Last probe of a provider, one row per provider; written by workers, read by health and routing. */
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
    /** Models that an own server lists, by its names; null for other providers and without a list. */
    foundModels: p.json<readonly string[]>().nullable(),
  },
});
export class ProviderProbe extends ProviderProbeSchema.class {}
ProviderProbeSchema.setClass(ProviderProbe);
