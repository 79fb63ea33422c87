import { Environment, type Context } from "@marcbachmann/cel-js";

import type { ScopeTypes } from "#domain/pipelines/expression-reader.ts";
import { valueLimits } from "#domain/pipelines/value-limits.ts";
import { objectTypes } from "#domain/pipelines/value-types.ts";

/** Bounds of parsing. Evaluation is bounded by the thread's time and memory. */
const limits = {
  maxAstNodes: 400,
  maxDepth: 24,
  maxListElements: 100,
  maxMapEntries: 50,
  maxCallArguments: 8,
};

/** A value with fields. Expressions read the fields; the result of an expression is the source. */
export class ObjectValue {
  readonly #source: unknown;

  constructor(fields: Context, source: unknown) {
    Object.assign(this, fields);
    this.#source = source;
  }

  static sourceOf(value: ObjectValue): unknown {
    return value.#source;
  }
}

/** One class for each type with fields: CEL finds a value's type by its class. */
export const objectClasses: Readonly<Record<string, typeof ObjectValue>> = Object.fromEntries(
  Object.keys(objectTypes).map((name) => [name, class extends ObjectValue {}]),
);

/**
 * Functions that expressions may call: those of CEL, then those of `createBase`. `matches` is missing, because a
 * pattern may take exponential time.
 */
const functions =
  "all bool contains double endsWith exists exists_one filter has hasValue indexOf int join lastIndexOf " +
  "lowerAscii map or orValue size split startsWith string substring trim upperAscii value " +
  "ceil floor round min max range words";
export const allowedFunctions: ReadonlySet<string> = new Set(functions.split(" "));

/** Functions that evaluate an expression for each item. */
export const macros: ReadonlySet<string> = new Set([
  "all",
  "exists",
  "exists_one",
  "filter",
  "map",
]);

const toInteger = (round: (value: number) => number) => (value: number) => BigInt(round(value));

const arithmetic: Readonly<Record<string, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
};

function createBase(): Environment {
  const base = new Environment({ limits, enableOptionalTypes: true });
  for (const [name, fields] of Object.entries(objectTypes)) {
    base.registerType(name, { ctor: objectClasses[name] ?? ObjectValue, fields });
  }
  for (const [name, round] of [
    ["ceil", Math.ceil],
    ["floor", Math.floor],
    ["round", Math.round],
  ] as const) {
    base.registerFunction(`${name}(double): int`, toInteger(round));
    base.registerFunction(`${name}(int): int`, (value: bigint) => value);
  }
  for (const [name, choose] of [
    ["min", Math.min],
    ["max", Math.max],
  ] as const) {
    base.registerFunction(`${name}(int, int): int`, (left: bigint, right: bigint) =>
      choose(Number(left), Number(right)) === Number(left) ? left : right,
    );
    for (const [left, right] of [
      ["double", "double"],
      ["int", "double"],
      ["double", "int"],
    ]) {
      base.registerFunction(
        `${name}(${left}, ${right}): double`,
        (one: number | bigint, other: number | bigint) => choose(Number(one), Number(other)),
      );
    }
  }
  base.registerFunction("range(int): list<int>", (count: bigint) =>
    Array.from(
      { length: Math.max(0, Math.min(Number(count), valueLimits.listItems)) },
      (_, index) => BigInt(index),
    ),
  );
  base.registerFunction("words(string): int", (text: string) =>
    BigInt(text.split(/\s+/).filter((word) => word !== "").length),
  );
  for (const [sign, calculate] of Object.entries(arithmetic)) {
    base.registerOperator(`double ${sign} int: double`, (left: number, right: bigint) =>
      calculate(left, Number(right)),
    );
    base.registerOperator(`int ${sign} double: double`, (left: bigint, right: number) =>
      calculate(Number(left), right),
    );
  }
  return base;
}

const base = createBase();

/** Parses without types. Throws `ParseError`. */
export const parse = (expression: string) => base.parse(expression);

/** Creates an environment in which exactly these names exist. */
export function environmentOf({ inputs, steps, item }: ScopeTypes): Environment {
  const environment = base.clone();
  if (Object.keys(inputs).length > 0)
    environment.registerVariable({ name: "inputs", schema: inputs });
  if (Object.keys(steps).length > 0) environment.registerVariable({ name: "steps", schema: steps });
  if (item !== undefined) {
    environment.registerVariable("item", item).registerVariable("index", "int");
  }
  return environment;
}
