import { ParseError, type ASTNode, type Environment } from "@marcbachmann/cel-js";

import type {
  ExpressionProblem,
  ReadExpression,
  ScopeTypes,
} from "#domain/pipelines/expression-reader.ts";
import { objectTypes, type ValueType } from "#domain/pipelines/value-types.ts";

import { allowedFunctions, environmentOf, macros, parse } from "./environment.ts";
import { explainFunction, explainSyntax, explainType } from "./explain-problem.ts";

/** Parses an expression and refuses what could be expensive or cannot be typed. */
export function readExpression(expression: string): ReadExpression | ExpressionProblem {
  const found: Found = { inputs: new Set(), steps: new Set(), usesItem: false, refusal: null };
  try {
    visit(parse(expression).ast, { found, isInMacro: false, variables: [] });
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { code: "expression_invalid", message: explainSyntax(expression, error.summary) };
  }
  if (found.refusal !== null) return { code: "expression_refused", message: found.refusal };
  const inputs = [...found.inputs];
  const steps = [...found.steps];
  return {
    inputs,
    steps,
    usesItem: found.usesItem,
    typeIn: (types) => typeOf(expression, pick(types, { ...found, inputs, steps })),
  };
}

interface Found {
  readonly inputs: Set<string>;
  readonly steps: Set<string>;
  usesItem: boolean;
  refusal: string | null;
}

interface Visit {
  readonly found: Found;
  readonly isInMacro: boolean;
  /** Variables of the macro around the node. */
  readonly variables: readonly string[];
}

function visit(node: ASTNode, state: Visit): void {
  const { found, variables } = state;
  if (found.refusal !== null) return;
  if (node.op === "." || node.op === ".?") {
    const [target, name] = node.args;
    if (node.op === "." && target.op === "id" && isRoot(target.args)) {
      found[target.args].add(name);
      return;
    }
  }
  if (node.op === "call" || node.op === "rcall") visitCall(node, state);
  else if (node.op !== "id") visitAll(node.args, state);
  else if (isRoot(node.args)) found.refusal = `Write ${node.args}.name.`;
  else if (node.args === "item" || node.args === "index") found.usesItem = true;
  else if (!variables.includes(node.args)) {
    found.refusal = `There is no ${node.args}. Use inputs.name, steps.name, or quotes around a text.`;
  }
}

function visitCall(node: Extract<ASTNode, { op: "call" | "rcall" }>, state: Visit): void {
  const { found, isInMacro, variables } = state;
  const [name] = node.args;
  if (!allowedFunctions.has(name)) {
    found.refusal = explainFunction(name);
    return;
  }
  if (node.op === "call") {
    visitAll(node.args[1], state);
    return;
  }
  const [, target, args] = node.args;
  visit(target, state);
  if (!macros.has(name)) {
    visitAll(args, state);
    return;
  }
  const [variable, ...rest] = args;
  if (isInMacro) found.refusal = `${name} within another function of lists is not available.`;
  else if (variable?.op !== "id" || reserved.includes(variable.args)) {
    found.refusal = `The first argument of ${name} must be a new name.`;
  } else visitAll(rest, { found, isInMacro: true, variables: [...variables, variable.args] });
}

function visitAll(args: unknown, state: Visit): void {
  if (Array.isArray(args)) for (const each of args) visitAll(each, state);
  else if (typeof args === "object" && args !== null && "op" in args) visit(args as ASTNode, state);
}

const reserved = ["inputs", "steps", "item", "index"];

function isRoot(name: string): name is "inputs" | "steps" {
  return name === "inputs" || name === "steps";
}

/** Limits the types to the names that the expression uses: an environment costs time for each of them. */
function pick(
  types: ScopeTypes,
  { inputs, steps, usesItem }: Pick<ReadExpression, "inputs" | "steps" | "usesItem">,
): ScopeTypes {
  const choose = <Value>(from: Readonly<Record<string, Value>>, names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = Object.hasOwn(from, name) ? from[name] : undefined;
        return value === undefined ? [] : [[name, value] as const];
      }),
    );
  return {
    inputs: choose(types.inputs, inputs),
    steps: choose(types.steps, steps),
    item: usesItem ? types.item : undefined,
  };
}

/** Environments of the latest types: the expressions of a definition often use the same names. */
const environments = new Map<string, Environment>();
const environmentsMax = 20;

function typeOf(expression: string, types: ScopeTypes): { type: ValueType } | ExpressionProblem {
  const key = JSON.stringify(types);
  const environment = environments.get(key) ?? environmentOf(types);
  if (environments.size >= environmentsMax) environments.clear();
  environments.set(key, environment);
  const { valid, type = "", error } = environment.check(expression);
  if (!valid) {
    const message = explainType(expression, error?.summary ?? "The types differ", types);
    return { code: "expression_type", message };
  }
  if (valueType.test(type)) return { type };
  const message =
    "The result must be a text, a number, a boolean, a file, or a list of them. Use one of its fields.";
  return { code: "expression_type", message };
}

const names = ["string", "int", "double", "bool", ...Object.keys(objectTypes)].join("|");
const valueType = new RegExp(`^(?:optional<)?(?:list<(?:${names})>|${names})>?$`);
