import * as fc from "fast-check";
import type { Arbitrary } from "fast-check";

import { openapi } from "./contract.ts";

/** The subset of JSON Schema that the OpenAPI document uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly propertyNames?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

const listLengthMax = 4;
const textLengthMax = 60;

/** Generates values that conform to a schema of the document. */
export function validValue(schema: object): Arbitrary<unknown> {
  return fromSchema(schema);
}

/** Generates almost valid values: one or more parts of a valid value are replaced. */
export function brokenValue(schema: object): Arbitrary<unknown> {
  return nearMissOf(validValue(schema));
}

/** Replaces one or more parts of values. */
export function nearMissOf(values: Arbitrary<unknown>): Arbitrary<unknown> {
  return fc
    .tuple(values, fc.array(fc.tuple(fc.nat(), anything), { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) =>
      changes.reduce((changed, [place, other]) => breakAt(changed, place, other), value),
    );
}

const nasty = fc.constantFrom<unknown>(
  null,
  "",
  " ",
  "\0",
  "\u{1F98A}",
  "\uD800",
  "__proto__",
  "constructor",
  -1,
  1e308,
  2 ** 53,
  0.1,
  true,
  [],
  {},
  "'; drop table jobs; --",
  "%",
  "x".repeat(5_000),
);
const anything = fc.oneof(nasty, fc.jsonValue());

/** References that are followed within each other; a definition of a pipeline contains itself. */
const levelsMax = 10;

function fromSchema(schema: Schema, level = 0): Arbitrary<unknown> {
  if (level > levelsMax) return fc.constant({});
  if (schema.$ref !== undefined) return fromSchema(resolve(schema.$ref), level + 1);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined) {
    return fc.oneof(...alternatives.map((each) => fromSchema(each, level + 1)));
  }
  switch (schema.type) {
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000_000 });
    case "number":
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case "string":
      return fromText(schema);
    case "array":
      return fc.array(fromSchema(schema.items ?? {}, level + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? listLengthMax, listLengthMax),
      });
    case "object":
      return fromObject(schema, level + 1);
    case undefined:
    default:
      return fc.jsonValue();
  }
}

function fromText(schema: Schema): Arbitrary<string> {
  if (schema.format === "uri") return fc.webUrl({ validSchemes: ["http", "https"] });
  if (schema.format === "date-time") {
    const min = new Date("2000-01-01T00:00:00Z");
    return fc
      .date({ min, max: new Date("2100-01-01T00:00:00Z"), noInvalidDate: true })
      .map((date) => date.toISOString());
  }
  // Only an anchored pattern describes the whole string.
  if (schema.pattern?.startsWith("^")) return fc.stringMatching(new RegExp(schema.pattern));
  const text = fc.string({
    unit: "grapheme",
    minLength: Math.max(schema.minLength ?? 0, schema.pattern === undefined ? 0 : 1),
    maxLength: Math.min(schema.maxLength ?? textLengthMax, textLengthMax),
  });
  const pattern = schema.pattern === undefined ? undefined : new RegExp(schema.pattern);
  return pattern === undefined ? text : text.filter((value) => pattern.test(value));
}

function fromObject(schema: Schema, level: number): Arbitrary<object> {
  if (schema.properties === undefined) {
    const { additionalProperties } = schema;
    const value =
      typeof additionalProperties === "object"
        ? fromSchema(additionalProperties, level)
        : fc.jsonValue();
    const name =
      schema.propertyNames === undefined
        ? fc.string({ minLength: 1, maxLength: 20 })
        : fromText(schema.propertyNames);
    return fc.dictionary(name, value, { maxKeys: 4 });
  }
  const fields = Object.fromEntries(
    Object.entries(schema.properties).map(([name, field]) => [name, fromSchema(field, level)]),
  );
  return fc.record(fields, { requiredKeys: [...(schema.required ?? [])] });
}

function resolve($ref: string): Schema {
  const name = $ref.split("/").at(-1) ?? "";
  const schema = openapi.components.schemas[name];
  if (schema === undefined) throw new Error(`${$ref} is not in the document`);
  return schema;
}

/** Replaces the part of a value that `place` selects by `other`. */
function breakAt(value: unknown, place: number, other: unknown): unknown {
  if (typeof value !== "object" || value === null) return other;
  const keys = Object.keys(value);
  const chosen = place % (keys.length + 1);
  const key = keys[chosen];
  if (key === undefined)
    return Array.isArray(value) ? [...value, other] : { ...value, surprise: other };
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      index === chosen ? breakAt(item, Math.floor(place / 3), other) : item,
    );
  }
  const entry = (value as Record<string, unknown>)[key];
  return { ...value, [key]: breakAt(entry, Math.floor(place / 3), other) };
}
