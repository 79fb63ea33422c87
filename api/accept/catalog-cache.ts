import type { MikroORM } from "#db/orm.ts";
import {
  type CatalogModel,
  creditsOfModel,
  findMediaModel,
  loadModels,
  type ProviderSettings,
  toCandidate,
} from "#db/providers/catalog.ts";
import type { OrganizationKeys } from "#domain/providers/organization-key.ts";
import type { ContentType } from "#domain/requests/capability.ts";
import type { Candidate } from "#domain/routing/routing.ts";

/** Snapshot of the catalog for acceptance. */
export interface CatalogSnapshot {
  readonly candidates: readonly Candidate[];
  /** Performs media operations. */
  readonly mediaModel: Candidate | null;
  /** By model ID. */
  readonly contentTypeOf: ReadonlyMap<string, ContentType>;
  /** Range of a model's prices, by model ID. */
  readonly creditsOf: ReadonlyMap<string, { readonly min: number; readonly max: number }>;
}

/** Delay after which acceptance sees a change of the catalog by an operator or a deployment. */
const cacheMs = 3_000;

/** Returns the catalog as seen by an organization with these keys. */
type CatalogFor = (organizationKeys: OrganizationKeys) => CatalogSnapshot;

/** Reads the catalog from the database at most once in three seconds, shared by all organizations. */
export function createCatalogCache(
  orm: MikroORM,
  settings: ProviderSettings,
): (organizationKeys?: OrganizationKeys) => Promise<CatalogSnapshot> {
  let current: Promise<CatalogFor> | undefined;
  let expiresAtMs = 0;
  return async (organizationKeys = {}) => {
    if (current === undefined || performance.now() >= expiresAtMs) {
      const read = readCatalog(orm, settings);
      current = read;
      expiresAtMs = performance.now() + cacheMs;
      read.catch(() => {
        if (current === read) current = undefined;
      });
    }
    return (await current)(organizationKeys);
  };
}

async function readCatalog(orm: MikroORM, settings: ProviderSettings): Promise<CatalogFor> {
  const modelsFor = await loadModels(orm.em.fork(), settings);
  const models = modelsFor({});
  const common: CatalogSnapshot = {
    candidates: models.map(toCandidate),
    mediaModel: await findMediaModel(orm.em.fork(), settings),
    contentTypeOf: new Map(models.map(({ model }) => [model.id, model.contentType])),
    creditsOf: pricesOf(models),
  };
  // Few organizations provide keys; all items of a batch pass the same object.
  const own = new WeakMap<OrganizationKeys, CatalogSnapshot>();
  return (organizationKeys) => {
    if (Object.keys(organizationKeys).length === 0) return common;
    const known = own.get(organizationKeys);
    if (known !== undefined) return known;
    const ownModels = modelsFor(organizationKeys);
    const snapshot = {
      ...common,
      candidates: ownModels.map(toCandidate),
      creditsOf: pricesOf(ownModels),
    };
    own.set(organizationKeys, snapshot);
    return snapshot;
  };
}

function pricesOf(models: readonly CatalogModel[]): CatalogSnapshot["creditsOf"] {
  return new Map(models.map((entry) => [entry.model.id, creditsOfModel(entry.model, entry)]));
}
