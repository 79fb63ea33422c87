import { Model, Provider } from "#db/entities/catalog.ts";
import type { EntityManager } from "#db/orm.ts";

/** Providers and models in catalog order. Shared between requests and therefore read-only. */
interface CatalogRows {
  readonly providers: readonly Provider[];
  /** Models with a capability. */
  readonly models: readonly Model[];
  /** Model for media operations, which is not listed. */
  readonly mediaModel: Model | null;
}

interface KeptRows {
  readonly version: string;
  readonly rows: Promise<CatalogRows>;
}

const keptRowsOf = new WeakMap<object, KeptRows>();

/**
 * Loads the catalog's rows, at most once per version: the ORM needs 20 ms for a hundred models, the version
 * query less than 1 ms.
 */
export async function loadCatalogRows(em: EntityManager): Promise<CatalogRows> {
  // Read before the rows: if rows change in between, the next call detects another version.
  const version = await readVersion(em);
  const kept = keptRowsOf.get(em.config);
  if (kept?.version === version) return kept.rows;
  const rows = readRows(em);
  keptRowsOf.set(em.config, { version, rows });
  rows.catch(() => {
    if (keptRowsOf.get(em.config)?.rows === rows) keptRowsOf.delete(em.config);
  });
  return rows;
}

/** Every write of a row changes its `ctid` (location) or `xmin` (transaction). */
async function readVersion(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ version: string | null }[]>(
    `select string_agg(row_version, ',' order by row_version) as version from (
       select concat_ws(' ', 'model', id, xmin, ctid) as row_version from models
       union all select concat_ws(' ', 'provider', slug, xmin, ctid) from providers) as versions`,
  );
  return row?.version ?? "";
}

async function readRows(em: EntityManager): Promise<CatalogRows> {
  const options = { orderBy: { position: "asc" }, disableIdentityMap: true } as const;
  const providers = await em.find(Provider, {}, options);
  const models = await em.find(Model, {}, options);
  const isMediaModel = ({ capabilities }: Model) => capabilities.length === 0;
  return {
    providers,
    models: models.filter((model) => !isMediaModel(model)),
    mediaModel: models.find((model) => isMediaModel(model) && model.status !== "retired") ?? null,
  };
}
