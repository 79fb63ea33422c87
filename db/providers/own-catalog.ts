import type { OwnCatalog } from "#catalog/own/read-models-file.ts";
import { Provider } from "#db/entities/catalog.ts";
import type { EntityManager } from "#db/orm.ts";

/**
 * Reports whether a process has another `MODELS_FILE` than the one in the database. Such a process works with the rows of the
 * database; only the values of headers come from its own file.
 */
export async function differsFromDatabase(
  em: EntityManager,
  own: OwnCatalog | null,
): Promise<boolean> {
  const synced = await em.find(
    Provider,
    { tier: "own", integrated: true },
    { disableIdentityMap: true },
  );
  const digests = synced.map(({ slug, connection }) => `${slug} ${connection?.digest ?? ""}`);
  const stated = (own?.providers ?? []).map(
    ({ slug, connection }) => `${slug} ${connection?.digest ?? ""}`,
  );
  return digests.toSorted().join() !== stated.toSorted().join();
}
