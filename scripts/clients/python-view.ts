import type { Document } from "./client-view.ts";

/**
 * Keywords that the Python models leave out. The engine validates requests and reports every problem; a model that
 * checked them as well would report one problem at a time and refuse what a later version of the engine accepts.
 */
const checks = new Set([
  "default",
  "example",
  "examples",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
  "pattern",
  "propertyNames",
  "uniqueItems",
]);

/** Returns the schemas of the client view for the generator of the Python models: shapes, names and texts only. */
export function toPythonView({ components }: Document): object {
  return {
    openapi: "3.1.0",
    info: { title: "Generative Media Engine", version: "1" },
    paths: {},
    components: { schemas: mapValues(components.schemas, toShape) },
  };
}

function toShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toShape);
  if (typeof value !== "object" || value === null) return value;
  if (hasSlugs(value)) return toMapping(value);
  const kept = Object.entries(value).filter(([name, each]) => !isLeftOut(name, each, value));
  return Object.fromEntries(
    kept.map(([name, each]) => [
      name,
      // The names of properties are no keywords.
      name === "properties" ? mapValues(each as object, toShape) : toShape(each),
    ]),
  );
}

function isLeftOut(name: string, value: unknown, schema: object): boolean {
  // The base class of the models accepts further fields.
  if (name === "additionalProperties") return value === false || "properties" in schema;
  return checks.has(name) || (name === "format" && value !== "date-time");
}

/** Returns true for properties that are slugs, such as `stability-ai`: no attribute of Python has such a name. */
function hasSlugs(schema: object): schema is { readonly properties: object } {
  const properties = "properties" in schema ? schema.properties : undefined;
  if (typeof properties !== "object" || properties === null) return false;
  return Object.keys(properties).some((name) => !/^[a-z][A-Za-z0-9]*$/.test(name));
}

function toMapping({ properties, ...schema }: { readonly properties: object }): object {
  const [values] = Object.values(properties).map(toShape);
  return { ...schema, type: "object", additionalProperties: values };
}

function mapValues(values: object, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(values).map(([name, each]) => [name, change(each)]));
}
