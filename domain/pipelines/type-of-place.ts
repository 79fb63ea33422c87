import type { ExpressionProblem, ScopeTypes } from "./expression-reader.ts";
import type { ReadPlace } from "./read-places.ts";
import {
  fileOf,
  isOptional,
  itemOf,
  optionalOf,
  presentOf,
  type ValueType,
} from "./value-types.ts";

/**
 * Returns the type of a text's value: that of a single expression, else `string`. Optional when an expression
 * may be absent: the text is then absent, too.
 */
export function typeOfPlace(
  { expressions, isWhole, wants }: ReadPlace,
  types: ScopeTypes,
): { readonly type: ValueType } | ExpressionProblem {
  const found: ValueType[] = [];
  for (const expression of expressions) {
    const typed = expression.typeIn(types);
    if ("code" in typed) return typed;
    found.push(typed.type);
  }
  const isText = !isWhole || wants === "text";
  const unfit = isText ? found.find((type) => !scalars.includes(presentOf(type))) : undefined;
  if (unfit !== undefined) return mismatch(`${unfit} cannot be part of a text.`);
  const type = isText
    ? found.some(isOptional)
      ? optionalOf("string")
      : "string"
    : (found[0] ?? "string");
  return fits[wants](type) ? { type } : mismatch(`Must be ${expected[wants]}, not ${type}.`);
}

const scalars = ["string", "int", "double", "bool"];

const fits: Record<ReadPlace["wants"], (type: ValueType) => boolean> = {
  any: () => true,
  // A condition that may be absent would neither run nor skip the step.
  bool: (type) => type === "bool",
  file: (type) => fileOf(type) !== undefined,
  list: (type) => itemOf(presentOf(type)) !== undefined,
  number: (type) => ["int", "double"].includes(presentOf(type)),
  text: () => true,
};

const expected: Record<ReadPlace["wants"], string> = {
  any: "a value",
  bool: "bool",
  file: "a file or a list of files",
  list: "a list",
  number: "a number",
  text: "a text",
};

function mismatch(message: string): ExpressionProblem {
  return { code: "expression_type", message };
}
