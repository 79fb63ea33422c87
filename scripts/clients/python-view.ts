import { isEnum, otherValue, referenceOf, type Document } from "./client-view.ts";

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

type Schemas = Document["components"]["schemas"];

/** Returns the schemas of the client view for the generator of the Python models: shapes, names and texts only. */
export function toPythonView({ components }: Document): object {
  const { schemas } = components;
  const open = (schema: unknown) => {
    const shape = toShape(schema);
    return isEnum(schema as object) ? shape : acceptLaterValues(shape, schemas);
  };
  return {
    openapi: "3.1.0",
    info: { title: "Generative Media Engine", version: "1" },
    paths: {},
    components: { schemas: mapValues(schemas, open) },
  };
}

/**
 * Opens the enums and unions that the client view leaves closed, because requests have them as well. Models check at
 * run time what types of TypeScript only describe: a response with a value of a later version would be refused.
 */
function acceptLaterValues(value: unknown, schemas: Schemas): unknown {
  if (Array.isArray(value)) return value.map((each) => acceptLaterValues(each, schemas));
  if (typeof value !== "object" || value === null || isOpen(value)) return value;
  const name = referenceOf(value);
  if (isEnum(name === undefined ? value : (schemas[name] ?? {}))) {
    return { anyOf: [value, { $ref: `#/components/schemas/${otherValue}` }] };
  }
  const inner = mapValues(value, (each) => acceptLaterValues(each, schemas));
  return "discriminator" in value
    ? { anyOf: [inner, { type: "object", additionalProperties: true }] }
    : inner;
}

/** Returns true for an enum that the client view has opened. */
function isOpen(schema: object): boolean {
  if (!("anyOf" in schema) || !Array.isArray(schema.anyOf)) return false;
  return schema.anyOf.some((each: object) => referenceOf(each) === otherValue);
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
