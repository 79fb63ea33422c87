import { type Environment, EvaluationError, Optional } from "@marcbachmann/cel-js";

import type { ScopeTypes } from "#domain/pipelines/expression-reader.ts";
import { partsOf } from "#domain/pipelines/text-parts.ts";
import { isWithinLimits } from "#domain/pipelines/value-limits.ts";
import {
  isOptional,
  itemOf,
  objectTypes,
  presentOf,
  type ValueType,
} from "#domain/pipelines/value-types.ts";

import { environmentOf, objectClasses, ObjectValue } from "./environment.ts";

/** A text of a checked definition, with the types and values of the names that it uses. */
export interface EvaluationRequest {
  readonly text: string;
  readonly types: ScopeTypes;
  readonly values: {
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly steps: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly item?: unknown;
    readonly index?: number;
  };
}

/** Value of a text. `absent`: a value that it uses is absent, so its step is skipped. */
export type Evaluation =
  | { readonly outcome: "value"; readonly value: unknown }
  | { readonly outcome: "absent" }
  | {
      readonly outcome: "failed";
      readonly code: "expression_failed" | "value_too_large";
      readonly message: string;
    };

const notFinite = "The result of a calculation is infinite or not a number.";

/** Evaluates a text. Must run in the thread, which bounds time and memory. */
export function evaluateText({ text, types, values }: EvaluationRequest): Evaluation {
  const parts = partsOf(text) ?? [];
  const environment = environmentOf(types);
  const context = toContext(types, values);
  const found: unknown[] = [];
  try {
    for (const part of parts) {
      if ("text" in part) found.push(part.text);
      else {
        const value = evaluateExpression(environment, part.expression, context);
        if (value === undefined) return { outcome: "absent" };
        found.push(value);
      }
    }
  } catch (error) {
    return { outcome: "failed", code: "expression_failed", message: messageOf(error) };
  }
  const isWhole = parts.length === 1 && parts[0] !== undefined && "expression" in parts[0];
  const value = isWhole ? found[0] : found.map(String).join("");
  return isWithinLimits(value)
    ? { outcome: "value", value }
    : {
        outcome: "failed",
        code: "value_too_large",
        message: "The value of the expression is too large.",
      };
}

/**
 * Evaluates an expression and refuses a value that is not of the type that the check has found: the type of an empty list
 * fits every other one, so the check cannot see what was added to one. Without this, an expression could create a file by
 * its fields, with the id of another organization's.
 */
function evaluateExpression(
  environment: Environment,
  expression: string,
  context: ReturnType<typeof toContext>,
): unknown {
  const parsed = environment.parse(expression);
  const { type = "", error } = parsed.check();
  if (error !== undefined) throw error;
  const value: unknown = parsed(context);
  if (!isOfType(value, type)) throw new TypeError(`The value is not of the type ${type}.`);
  return toPlain(value);
}

/** A field that is not known of a file is undefined, and counts as absent. */
function isOfType(value: unknown, type: ValueType): boolean {
  if (value === undefined) return true;
  if (value instanceof Optional) {
    return isOptional(type) && (!value.hasValue() || isOfType(value.value(), presentOf(type)));
  }
  const item = itemOf(type);
  if (item !== undefined)
    return Array.isArray(value) && value.every((each) => isOfType(each, item));
  const objectClass = Object.hasOwn(objectClasses, type) ? objectClasses[type] : undefined;
  return objectClass === undefined ? typeof value === scalars[type] : value instanceof objectClass;
}

const scalars: Readonly<Record<ValueType, string>> = {
  string: "string",
  int: "bigint",
  double: "number",
  bool: "boolean",
};

/** Functions fail with errors of JavaScript, for example `ceil` of an infinite number. */
function messageOf(error: unknown): string {
  const { message } = error as Error;
  const text = error instanceof EvaluationError ? error.summary : message;
  return text.split("\n")[0]?.slice(0, 200) ?? "";
}

function toContext({ inputs, steps, item }: ScopeTypes, values: EvaluationRequest["values"]) {
  const convert = (
    types: Readonly<Record<string, ValueType>>,
    given: Readonly<Record<string, unknown>> = {},
  ) =>
    Object.fromEntries(
      Object.entries(types).map(([name, type]) => [name, toCel(type, given[name])]),
    );
  return {
    inputs: convert(inputs, values.inputs),
    steps: Object.fromEntries(
      Object.entries(steps).map(([name, types]) => [name, convert(types, values.steps[name])]),
    ),
    ...(item === undefined
      ? {}
      : { item: toCel(item, values.item), index: BigInt(values.index ?? 0) }),
  };
}

/** Converts JSON to a value of CEL: integers are BigInt, and objects have the class of their type. */
function toCel(type: ValueType, value: unknown): unknown {
  if (isOptional(type)) {
    return value === undefined || value === null
      ? Optional.none()
      : Optional.of(toCel(presentOf(type), value));
  }
  if (type === "int") return typeof value === "number" ? BigInt(Math.trunc(value)) : value;
  const item = itemOf(type);
  if (item !== undefined) return Array.isArray(value) ? toCelList(item, value) : value;
  const fields = Object.hasOwn(objectTypes, type)
    ? objectTypes[type as keyof typeof objectTypes]
    : undefined;
  const objectClass = objectClasses[type];
  if (fields === undefined || objectClass === undefined) return value;
  const given = (value ?? {}) as Readonly<Record<string, unknown>>;
  return new objectClass(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, toCel(field, given[name])]),
    ),
    value,
  );
}

/** Lists that several texts of a message use, with what they were converted to. */
const converted = new WeakMap<readonly unknown[], Map<ValueType, unknown[]>>();

/** The items of a map all use the same lists, so each list is converted once. */
function toCelList(item: ValueType, list: readonly unknown[]): unknown[] {
  const byType = converted.get(list) ?? new Map<ValueType, unknown[]>();
  converted.set(list, byType);
  const found = byType.get(item) ?? list.map((each) => toCel(item, each));
  byType.set(item, found);
  return found;
}

/** Converts a value of CEL to JSON; undefined for an absent value. */
function toPlain(value: unknown): unknown {
  if (value instanceof Optional) return value.hasValue() ? toPlain(value.value()) : undefined;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError(notFinite);
  if (value instanceof ObjectValue) return ObjectValue.sourceOf(value);
  return Array.isArray(value) ? value.map(toPlain) : value;
}
