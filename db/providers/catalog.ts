import { Model, Provider } from "#db/entities/catalog.ts";
import type { EntityManager } from "#db/orm.ts";
import { loadCatalogRows } from "#db/setup/catalog-rows.ts";
import type { AppError } from "#domain/errors.ts";
import {
  type OrganizationKeys,
  organizationKeyCredits,
} from "#domain/providers/organization-key.ts";
import { contentTypes, type Capability, type ContentType } from "#domain/requests/capability.ts";
import { type ModelStatus, modelStatusAt } from "#domain/routing/lifecycle.ts";
import { unknownName } from "#domain/routing/refusals.ts";
import type { Candidate } from "#domain/routing/routing.ts";

import {
  type Availability,
  availabilityOf,
  type CatalogContext,
  loadCircuits,
  organizationKeyFor,
} from "./availability.ts";
import { listServices, missingSetting } from "./service-of.ts";

/** Settings that are set on this installation, by name; they determine which providers it can call. */
export type ProviderSettings = Readonly<Record<string, string>>;

export interface CatalogModel extends Availability {
  readonly model: Model;
  readonly provider: Provider;
  /** Status as of today. */
  readonly status: ModelStatus;
}

/** Perspective of a catalog read: the reading organization and the time. */
export interface CatalogView {
  /** Keys of the reading organization; without them, only the platform keys count. */
  readonly organizationKeys?: OrganizationKeys;
  readonly now?: Date;
}

export interface ModelFilter {
  readonly contentType?: ContentType | undefined;
  readonly capability?: Capability | undefined;
  readonly providerSlug?: string | undefined;
  /** Case-insensitive part of the id, name, provider or description. */
  readonly search?: string | undefined;
}

/** Lists the models in catalog order. All given filters must match. */
export async function listModels(
  em: EntityManager,
  settings: ProviderSettings,
  filter: ModelFilter = {},
  { organizationKeys = {}, now }: CatalogView = {},
): Promise<CatalogModel[]> {
  return (await loadModels(em, settings, { ...filter, now }))(organizationKeys);
}

/** Lists the offers of a canonical model that are not retired, in catalog order. */
export async function listOffersOf(
  em: EntityManager,
  settings: ProviderSettings,
  canonicalId: string,
  view: CatalogView = {},
): Promise<CatalogModel[]> {
  return offersOf(canonicalId, await listModels(em, settings, {}, view));
}

/** Offers of a canonical model among the models of the catalog. */
export function offersOf(canonicalId: string, models: readonly CatalogModel[]): CatalogModel[] {
  return models.filter(({ model, status }) => model.offers === canonicalId && status !== "retired");
}

/** Loads the filtered catalog once and returns a function that applies an organization's keys. */
export async function loadModels(
  em: EntityManager,
  settings: ProviderSettings,
  { now = new Date(), ...filter }: ModelFilter & { now?: Date | undefined } = {},
): Promise<(organizationKeys: OrganizationKeys) => CatalogModel[]> {
  const rows = await loadCatalogRows(em);
  const providers = new Map(rows.providers.map((provider) => [provider.slug, provider]));
  const context = { settings, now, findCircuit: await loadCircuits(em) };
  return (organizationKeys) =>
    rows.models.flatMap((model) => {
      const provider = providers.get(model.providerSlug);
      return provider === undefined || !matchesFilter({ model, provider }, filter)
        ? []
        : [describe(model, provider, { ...context, organizationKeys })];
    });
}

export function matchesFilter(
  { model, provider }: Pick<CatalogModel, "model" | "provider">,
  { contentType, capability, providerSlug, search }: ModelFilter,
): boolean {
  if (contentType !== undefined && model.contentType !== contentType) return false;
  if (capability !== undefined && !model.capabilities.includes(capability)) return false;
  if (providerSlug !== undefined && provider.slug !== providerSlug) return false;
  const texts = [model.id, model.name, model.description, provider.slug, provider.name];
  return search === undefined || texts.some((text) => includesWord(text, search));
}

/** Throws `model_not_found`. */
export async function findModel(
  em: EntityManager,
  settings: ProviderSettings,
  modelId: string,
  { organizationKeys = {}, now = new Date() }: CatalogView = {},
): Promise<CatalogModel> {
  const { model, provider } = await findModelRows(em, modelId);
  const findCircuit = await loadCircuits(em);
  return describe(model, provider, { settings, organizationKeys, now, findCircuit });
}

/** Finds the rows of a model and its provider, whether it can be called or not. Throws `model_not_found`. */
export async function findModelRows(
  em: EntityManager,
  modelId: string,
): Promise<Pick<CatalogModel, "model" | "provider">> {
  const model = await em.findOne(Model, modelId);
  if (model === null) throw await unknownModel(em, modelId);
  return { model, provider: await em.findOneOrFail(Provider, model.providerSlug) };
}

/** Finds a model that is listed. Throws `model_not_found`. */
export async function findListedModel(
  em: EntityManager,
  settings: ProviderSettings,
  modelId: string,
  view: CatalogView = {},
): Promise<CatalogModel> {
  const { mediaModel } = await loadCatalogRows(em);
  if (modelId === mediaModel?.id) throw await unknownModel(em, modelId);
  return findModel(em, settings, modelId, view);
}

async function unknownModel(em: EntityManager, modelId: string): Promise<AppError> {
  const { models } = await loadCatalogRows(em);
  return unknownName("model", modelId, { known: models.map(({ id }) => id) });
}

/** Finds the model for media operations; null when the catalog has none. */
export async function findMediaModel(
  em: EntityManager,
  settings: ProviderSettings,
): Promise<Candidate | null> {
  const { mediaModel } = await loadCatalogRows(em);
  return mediaModel === null ? null : toCandidate(await findModel(em, settings, mediaModel.id));
}

/** Lists the catalog as candidates for the routing decision. */
export async function listCandidates(
  em: EntityManager,
  settings: ProviderSettings,
  view: CatalogView = {},
): Promise<Candidate[]> {
  return (await listModels(em, settings, {}, view)).map(toCandidate);
}

export function toCandidate({
  model,
  provider,
  status,
  providerKeyId,
  unavailable,
  onTrial,
}: CatalogModel): Candidate {
  return {
    modelId: model.id,
    modelName: model.name,
    ...(model.offers == null ? {} : { offers: model.offers }),
    provider: provider.slug,
    providerName: provider.name,
    capabilities: model.capabilities,
    pricing: { ...model.pricing, parameters: model.parameters },
    quality: model.quality,
    typicalSeconds: model.typicalSeconds,
    measuredSeconds: model.measuredSeconds == null ? null : Number(model.measuredSeconds),
    status,
    retiresOn: model.retiresOn ?? null,
    replacedBy: model.replacedBy ?? null,
    providerKeyId,
    unavailable,
    onTrial,
    weight: provider.weight,
    embedded: provider.tier === "embedded",
  };
}

export interface DirectoryEntry {
  readonly provider: Provider;
  /**
   * True when at least one model can be called with this installation's settings or the organization's key.
   */
  readonly configured: boolean;
  readonly hasOrganizationKey: boolean;
  readonly models: readonly Model[];
  readonly contentTypes: readonly ContentType[];
  readonly capabilities: readonly Capability[];
  readonly minCredits: number;
  readonly maxCredits: number;
}

/**
 * Lists the provider directory. Counts and ranges are computed from the model rows, so they always match the
 * catalog.
 */
export async function listProviders(
  em: EntityManager,
  settings: ProviderSettings,
  {
    slug,
    organizationKeys = {},
    now = new Date(),
  }: CatalogView & { slug?: string | undefined } = {},
): Promise<DirectoryEntry[]> {
  const rows = await loadCatalogRows(em);
  const providers = rows.providers.filter(
    (provider) => slug === undefined || provider.slug === slug,
  );
  // Includes models that operators have disabled, because they may be enabled again; excludes retired models.
  const models = rows.models.filter(
    ({ status, retiresOn }) =>
      modelStatusAt({ status, retiresOn, enabled: true }, now) !== "retired",
  );
  return providers.map((provider) => {
    const own = models.filter((model) => model.providerSlug === provider.slug);
    const types = new Set(own.map((model) => model.contentType));
    const ranges = own.map((model) =>
      creditsOfModel(model, { providerKeyId: organizationKeyFor(model, organizationKeys) }),
    );
    const hasOrganizationKey = organizationKeys[provider.slug] !== undefined;
    return {
      provider,
      configured:
        hasOrganizationKey ||
        listServices(provider, own).some((service) => missingSetting(service, settings) === null),
      hasOrganizationKey,
      models: own,
      contentTypes: contentTypes.filter((type) => types.has(type)),
      capabilities: [...new Set(own.flatMap((model) => model.capabilities))],
      minCredits: Math.min(...ranges.map(({ min }) => min)),
      maxCredits: Math.max(...ranges.map(({ max }) => max)),
    };
  });
}

/** Credits of one generation, as shown in the catalog. */
export function creditsOfModel(
  { creditsTypical, creditsMin, creditsMax, creditsPer }: Model,
  { providerKeyId }: Pick<Availability, "providerKeyId">,
): { typical: number; min: number; max: number; per: string } {
  return providerKeyId === null
    ? { typical: creditsTypical, min: creditsMin, max: creditsMax, per: creditsPer }
    : {
        typical: organizationKeyCredits,
        min: organizationKeyCredits,
        max: organizationKeyCredits,
        per: "one generation",
      };
}

/** Throws `provider_not_found`. */
export async function findProvider(
  em: EntityManager,
  settings: ProviderSettings,
  slug: string,
  view: CatalogView = {},
): Promise<DirectoryEntry> {
  const entry = (await listProviders(em, settings, { ...view, slug }))[0];
  if (entry === undefined) {
    const { providers } = await loadCatalogRows(em);
    throw unknownName("provider", slug, { known: providers.map((provider) => provider.slug) });
  }
  return entry;
}

function describe(model: Model, provider: Provider, context: CatalogContext): CatalogModel {
  const status = modelStatusAt(model, context.now);
  return { model, provider, status, ...availabilityOf({ model, provider, status }, context) };
}

function includesWord(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}
