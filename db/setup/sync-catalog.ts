import { isDeepStrictEqual } from "node:util";

import type { ModelDefinition, ProviderDefinition } from "#catalog/define-provider.ts";
import { providers as catalog } from "#catalog/index.ts";
import { toPricing } from "#catalog/to-pricing.ts";
import { Model, type ModelService, Provider } from "#db/entities/catalog.ts";
import type { EntityManager } from "#db/orm.ts";

/** Arbitrary id of the advisory lock that serializes concurrent syncs. */
const syncLock = 4_712_028;

export interface SyncedCatalog {
  readonly providers: number;
  /** Defined models of any status, without those for media operations. */
  readonly models: number;
  /** Rows written by this run; zero when nothing changed. */
  readonly written: number;
}

/**
 * Syncs the catalog's rows to its definitions and to the servers of `MODELS_FILE`, in one transaction. Rows without a
 * definition stay, because jobs reference them: models are retired, providers are marked as not integrated. Never writes the
 * columns of operators (`mode`, `enabled`, `concurrencyLimit`). Repeated and concurrent calls change nothing.
 *
 * Without a file (`own` is null) the rows of own servers stay as they are: a process that lacks the setting must not retire
 * what another has synced.
 */
export async function syncCatalog(
  em: EntityManager,
  shipped: readonly ProviderDefinition[] = catalog,
  own: readonly ProviderDefinition[] | null = null,
): Promise<SyncedCatalog> {
  const definitions = [...shipped, ...(own ?? [])];
  return em.transactional(async (tx) => {
    await tx.execute(`select pg_advisory_xact_lock(${syncLock})`);
    const kept = own === null ? await listOwnSlugs(tx) : new Set<string>();
    const writtenProviders = await syncProviders(tx, definitions, kept);
    // Models reference providers, so providers must be inserted first.
    await tx.flush();
    const writtenModels = await syncModels(tx, definitions, kept);
    return {
      providers: definitions.length,
      models: definitions.reduce((sum, { models }) => sum + models.length, 0),
      written: writtenProviders + writtenModels,
    };
  });
}

async function listOwnSlugs(tx: EntityManager): Promise<ReadonlySet<string>> {
  return new Set((await tx.find(Provider, { tier: "own" })).map(({ slug }) => slug));
}

async function syncProviders(
  tx: EntityManager,
  definitions: readonly ProviderDefinition[],
  kept: ReadonlySet<string>,
): Promise<number> {
  const missing = new Map((await tx.find(Provider, {})).map((row) => [row.slug, row]));
  let written = 0;
  for (const [position, definition] of definitions.entries()) {
    const values = toProviderRow(definition, position);
    const row = missing.get(values.slug);
    missing.delete(values.slug);
    if (row === undefined) tx.create(Provider, values);
    else if (!differs(row, values)) continue;
    else tx.assign(row, { ...values, updatedAt: new Date() });
    written += 1;
  }
  for (const row of missing.values()) {
    if (!row.integrated || kept.has(row.slug)) continue;
    tx.assign(row, { integrated: false, updatedAt: new Date() });
    written += 1;
  }
  return written;
}

async function syncModels(
  tx: EntityManager,
  definitions: readonly ProviderDefinition[],
  kept: ReadonlySet<string>,
): Promise<number> {
  const missing = new Map(
    (await tx.find(Model, {}, { populate: ["definition"] })).map((row) => [row.id, row]),
  );
  const rows = definitions.flatMap((provider) => [
    ...provider.models.map((model) => toModelRow(model, provider)),
    ...(provider.mediaModel === undefined ? [] : [toMediaModelRow(provider.mediaModel, provider)]),
  ]);
  let written = 0;
  for (const [position, modelRow] of rows.entries()) {
    const values = { ...modelRow, position };
    const row = missing.get(values.id);
    missing.delete(values.id);
    if (row === undefined) tx.create(Model, values);
    else if (!differs(row, values)) continue;
    else tx.assign(row, { ...values, updatedAt: new Date() });
    written += 1;
  }
  for (const row of missing.values()) {
    if (row.status === "retired" || kept.has(row.providerSlug)) continue;
    tx.assign(row, { status: "retired", updatedAt: new Date() });
    written += 1;
  }
  return written;
}

function toProviderRow(definition: ProviderDefinition, position: number) {
  const { slug, name, description, tier, setting, baseUrl, idempotency, integrated } = definition;
  const { connection = null } = definition;
  const concurrencyKnown = definition.limits.concurrentMax ?? null;
  return {
    slug,
    name,
    description,
    tier,
    setting,
    baseUrl,
    connection,
    idempotency,
    integrated,
    concurrencyKnown,
    position,
  };
}

function toModelRow(model: ModelDefinition, provider: ProviderDefinition) {
  const { id, name, description, contentType, capabilities, lifecycle, credits } = model;
  return {
    id,
    providerSlug: provider.slug,
    // When the URL alone identifies the model, the provider has no name for it and the catalog's id is used.
    upstreamModel: model.upstreamModel ?? id,
    service: toService(model, provider),
    offers: model.offers ?? null,
    differs: model.differs === undefined ? null : [...model.differs],
    name,
    description,
    contentType,
    capabilities: [...capabilities],
    status: lifecycle.status,
    retiresOn: lifecycle.retiresOn ?? null,
    replacedBy: lifecycle.replacedBy ?? null,
    creditsTypical: credits.typical,
    creditsMin: credits.min,
    creditsMax: credits.max,
    creditsPer: credits.per,
    pricing: toPricing(model),
    quality: model.quality,
    typicalSeconds: model.typicalSeconds,
    parameters: { ...model.parameters },
    definition: model.definition ?? null,
  };
}

function toMediaModelRow(
  { id, name, description, typicalSeconds }: NonNullable<ProviderDefinition["mediaModel"]>,
  provider: ProviderDefinition,
) {
  return {
    id,
    providerSlug: provider.slug,
    upstreamModel: id,
    service: null,
    offers: null,
    differs: null,
    name,
    description,
    // The content type of a job follows from its operation.
    contentType: "video" as const,
    capabilities: [],
    status: "active" as const,
    retiresOn: null,
    replacedBy: null,
    creditsTypical: 0,
    creditsMin: 0,
    creditsMax: 0,
    creditsPer: "1 operation",
    pricing: { typicalCredits: 0, typicalUsd: 0, typical: { count: 1 } },
    quality: 1,
    typicalSeconds,
    parameters: { type: "object", required: [], properties: {} },
    definition: null,
  };
}

function toService(
  { service: slug }: ModelDefinition,
  { services }: ProviderDefinition,
): ModelService | null {
  const service = slug === undefined ? undefined : services?.[slug];
  if (slug === undefined || service === undefined) return null;
  const { setting, baseUrl, region } = service;
  const place = region && { setting: region.setting, default: region.default };
  return { slug, setting, baseUrl, ...(place === undefined ? {} : { region: place }) };
}

function differs<Row extends object>(row: Row, values: Partial<Row>): boolean {
  const keys = Object.keys(values) as (keyof Row)[];
  return keys.some((key) => !isDeepStrictEqual(row[key], values[key]));
}
