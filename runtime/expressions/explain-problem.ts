import { nearestName, withNearest } from "#domain/nearest-name.ts";
import type { ScopeTypes } from "#domain/pipelines/expression-reader.ts";
import { itemOf, objectTypes, presentOf, type ValueType } from "#domain/pipelines/value-types.ts";

import { allowedFunctions } from "./environment.ts";

// The messages of CEL, with what to write instead.

/** Operators of other languages, and what CEL has in their place. */
const foreignOperators: readonly (readonly [RegExp, string])[] = [
  [/\?\?/, "Use .orValue(…) for a value that may be absent."],
  [/[=!]==/, "Use == or !=."],
  [/[^=!<>]=[^=>]/, "Use == to compare."],
  [/`/, "Use single or double quotes for a text."],
  [/=>/, "Write list.map(each, …) without an arrow."],
  [/\b(?:and|or|not)\b/, "Use &&, || and !."],
  [/\bif\b/, "Use condition ? a : b."],
];

/** Explains an expression that cannot be parsed. */
export function explainSyntax(expression: string, problem: string): string {
  const hint = foreignOperators.find(([pattern]) => pattern.test(expression))?.[1];
  const text = toSentence(problem);
  return hint === undefined ? text : `${text} ${hint}`;
}

/** Functions of other languages, by their names there. */
const foreignFunctions: Readonly<Record<string, string>> = {
  toUpperCase: "upperAscii",
  upper: "upperAscii",
  toLowerCase: "lowerAscii",
  lower: "lowerAscii",
  length: "size",
  len: "size",
  count: "size",
  includes: "contains",
  slice: "substring",
  some: "exists",
  every: "all",
  toString: "string",
  parseInt: "int",
};

export function explainFunction(name: string): string {
  const text = `There is no function ${name}.`;
  return Object.hasOwn(foreignFunctions, name)
    ? `${text} Use ${foreignFunctions[name]}.`
    : withNearest(text, name, [...allowedFunctions]);
}

/** Explains an expression whose types do not fit. */
export function explainType(expression: string, problem: string, types: ScopeTypes): string {
  const field = /^No such key: (\w+)/.exec(problem)?.[1];
  if (field !== undefined) return explainField(field, fieldsBefore(expression, field, types));
  const text = toSentence(problem);
  if (/^Cannot index type '(?:string|int|double|bool)'/.test(problem)) {
    return `${text} It has no fields; size(…) is the length of a text.`;
  }
  if (problem.startsWith("List index must be int")) {
    return `${text} A list has no fields; use list[0] for its first item and size(list) for its length.`;
  }
  if (/^No such overload: (?:string \+ \w+|\w+ \+ string)/i.test(problem)) {
    return `${text} Convert with string(…).`;
  }
  return text;
}

function explainField(name: string, known: readonly string[]): string {
  const text = `There is no field ${name}.`;
  const near = nearestName(name, known);
  if (near !== undefined) return `${text} Did you mean ${near}?`;
  return known.length === 0 ? text : `${text} Fields: ${known.join(", ")}.`;
}

/** Fields of the value before `.field`; none when the value is not a name with fields. */
function fieldsBefore(expression: string, field: string, types: ScopeTypes): readonly string[] {
  const chain = /\b(?:inputs|steps|item)(?:\.\w+|\[\d+\])*/g;
  for (const [found] of expression.matchAll(chain)) {
    const parts = found.split(/\.|(?=\[)/);
    const place = parts.indexOf(field);
    const fields = place === -1 ? undefined : fieldsAt(parts.slice(0, place), types);
    if (fields !== undefined && !Object.hasOwn(fields, field)) return Object.keys(fields);
  }
  return [];
}

type Fields = Readonly<Record<string, ValueType>>;

function fieldsAt([root, ...path]: readonly string[], types: ScopeTypes): Fields | undefined {
  if (root === "item") return fieldsOf(typeAt(types.item, path));
  const [name = "", ...rest] = path;
  if (root === "inputs") return fieldsOf(typeAt(types.inputs[name], rest));
  const [result, ...inner] = rest;
  const fields = types.steps[name];
  return result === undefined ? fields : fieldsOf(typeAt(fields?.[result], inner));
}

function typeAt(type: ValueType | undefined, path: readonly string[]): ValueType | undefined {
  return path.reduce<ValueType | undefined>(
    (at, part) =>
      at === undefined
        ? undefined
        : part.startsWith("[")
          ? itemOf(presentOf(at))
          : fieldsOf(at)?.[part],
    type,
  );
}

function fieldsOf(type: ValueType | undefined): Fields | undefined {
  const name = type === undefined ? "" : presentOf(type);
  return Object.hasOwn(objectTypes, name)
    ? objectTypes[name as keyof typeof objectTypes]
    : undefined;
}

/** First line of a message of CEL, which quotes the expression in the others. */
function toSentence(text: string): string {
  const [line = ""] = text.split("\n");
  return `${line.slice(0, 1).toUpperCase()}${line.slice(1, 200)}${line.endsWith(".") ? "" : "."}`;
}
