import { catalog } from "./generated/models.ts";

/** Model of the catalog of this release. An engine may offer others, and needs a key for most: `engine.models.list()`. */
export type CatalogModel = (typeof catalog)[number];

/** Id of a model of the catalog, which is the `model` of a request. */
export type ModelId = CatalogModel["id"];

/** Capability that a model of the catalog has. */
export type CatalogCapability = CatalogModel["capabilities"][number];

/** Id of a model that has a capability. */
export type ModelIdOf<Capability extends CatalogCapability> = IdWith<Capability, CatalogModel>;

type IdWith<Capability, Model extends CatalogModel> = Model extends CatalogModel
  ? Capability extends Model["capabilities"][number]
    ? Model["id"]
    : never
  : never;

/** Models of the catalog of this release, with their capabilities. */
export const models: readonly CatalogModel[] = catalog;

/** Lists the models that have a capability. */
export function modelsOf(capability: CatalogCapability): CatalogModel[] {
  return models.filter((model) => (model.capabilities as readonly string[]).includes(capability));
}

/** Reports whether a text, such as one of a configuration file, is the id of a model of the catalog. */
export function isModelId(text: string): text is ModelId {
  return models.some(({ id }) => id === text);
}
