import { listModels, type ProviderSettings, toCandidate } from "#db/catalog.ts";
import type { MikroORM } from "#db/orm.ts";
import type { ContentType } from "#domain/capability.ts";
import type { ModelParameters } from "#domain/model-parameters.ts";
import type { Candidate } from "#domain/routing.ts";

/** The catalog as accepting a job needs it. */
export interface CatalogSnapshot {
  readonly candidates: readonly Candidate[];
  /** By model id: what it takes, as JSON Schema. */
  readonly parameters: ReadonlyMap<string, ModelParameters>;
  /** By model id. */
  readonly contentTypeOf: ReadonlyMap<string, ContentType>;
}

/** The catalog changes when an operator or a deployment changes it; acceptance may be this much late. */
const cacheMs = 3_000;

/** Reads the catalog from the database at most once in three seconds. */
export function createCatalogCache(
  orm: MikroORM,
  settings: ProviderSettings,
): () => Promise<CatalogSnapshot> {
  let current: Promise<CatalogSnapshot> | undefined;
  let expiresAtMs = 0;
  return () => {
    if (current !== undefined && performance.now() < expiresAtMs) return current;
    const read = readCatalog(orm, settings);
    current = read;
    expiresAtMs = performance.now() + cacheMs;
    read.catch(() => {
      if (current === read) current = undefined;
    });
    return read;
  };
}

async function readCatalog(orm: MikroORM, settings: ProviderSettings): Promise<CatalogSnapshot> {
  const models = await listModels(orm.em.fork(), settings);
  return {
    candidates: models.map(toCandidate),
    parameters: new Map(models.map(({ model }) => [model.id, model.parameters as ModelParameters])),
    contentTypeOf: new Map(models.map(({ model }) => [model.id, model.contentType])),
  };
}
