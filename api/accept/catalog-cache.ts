import type { MikroORM } from "#db/orm.ts";
import { loadModels, type ProviderSettings, toCandidate } from "#db/providers/catalog.ts";
import type { OwnKeys } from "#domain/providers/own-key.ts";
import type { ContentType } from "#domain/requests/capability.ts";
import type { Candidate } from "#domain/routing/routing.ts";

/** Snapshot of the catalog for acceptance. */
export interface CatalogSnapshot {
  readonly candidates: readonly Candidate[];
  /** By model ID. */
  readonly contentTypeOf: ReadonlyMap<string, ContentType>;
}

/** Delay after which acceptance sees a change of the catalog by an operator or a deployment. */
const cacheMs = 3_000;

/** Returns the catalog as seen by an organization with these keys. */
type CatalogFor = (ownKeys: OwnKeys) => CatalogSnapshot;

/** Reads the catalog from the database at most once in three seconds, shared by all organizations. */
export function createCatalogCache(
  orm: MikroORM,
  settings: ProviderSettings,
): (ownKeys?: OwnKeys) => Promise<CatalogSnapshot> {
  let current: Promise<CatalogFor> | undefined;
  let expiresAtMs = 0;
  return async (ownKeys = {}) => {
    if (current === undefined || performance.now() >= expiresAtMs) {
      const read = readCatalog(orm, settings);
      current = read;
      expiresAtMs = performance.now() + cacheMs;
      read.catch(() => {
        if (current === read) current = undefined;
      });
    }
    return (await current)(ownKeys);
  };
}

async function readCatalog(orm: MikroORM, settings: ProviderSettings): Promise<CatalogFor> {
  const modelsFor = await loadModels(orm.em.fork(), settings);
  const models = modelsFor({});
  const common: CatalogSnapshot = {
    candidates: models.map(toCandidate),
    contentTypeOf: new Map(models.map(({ model }) => [model.id, model.contentType])),
  };
  // Few organizations provide keys; all items of a batch pass the same object.
  const own = new WeakMap<OwnKeys, CatalogSnapshot>();
  return (ownKeys) => {
    if (Object.keys(ownKeys).length === 0) return common;
    const known = own.get(ownKeys);
    if (known !== undefined) return known;
    const snapshot = { ...common, candidates: modelsFor(ownKeys).map(toCandidate) };
    own.set(ownKeys, snapshot);
    return snapshot;
  };
}
