import type { PipelineDefinition, PipelineStep } from "@gme/client";

import { type Path, setAt } from "#contract/set-at.ts";

export type StepKind = PipelineStep["kind"];
type Steps = PipelineDefinition["steps"];
/** A step with its place in the definition. */
export interface PlacedStep {
  readonly name: string;
  readonly step: PipelineStep;
  readonly path: Path;
  /** Step that contains this one; null for an outermost step. */
  readonly parent: string | null;
  readonly depth: number;
}

/** A set of steps that see each other: the definition's, those of a map, or those of a case of a switch. */
export interface Scope {
  readonly path: Path;
  readonly steps: Steps;
}

export interface StepEdge {
  readonly from: string;
  readonly to: string;
}

/** Steps in document order, inner steps after the step that contains them. */
export function listSteps({ steps }: PipelineDefinition): PlacedStep[] {
  return placeSteps({ path: ["steps"], steps }, null, 0);
}

function placeSteps({ path, steps }: Scope, parent: string | null, depth: number): PlacedStep[] {
  return Object.entries(steps).flatMap(([name, step]) => {
    const own = [...path, name];
    const inner = scopesOf(step, own).flatMap((scope) => placeSteps(scope, name, depth + 1));
    return [{ name, step, path: own, parent, depth }, ...inner];
  });
}

/** Sets of steps within a step. */
export function scopesOf(step: PipelineStep, path: Path): Scope[] {
  if (step.kind === "map") return [{ path: [...path, "steps"], steps: step.steps }];
  if (step.kind !== "switch") return [];
  const cases = step.cases.map(({ steps = {} }, index) => ({
    path: [...path, "cases", index, "steps"],
    steps,
  }));
  const { otherwise } = step;
  return otherwise === undefined
    ? cases
    : [...cases, { path: [...path, "otherwise", "steps"], steps: otherwise.steps ?? {} }];
}

const reference = /\bsteps\.([a-z][A-Za-z0-9]*)/g;

/** Uses of results and orders between steps. The use of an inner step by the step around it is no edge. */
export function listEdges(definition: PipelineDefinition): StepEdge[] {
  const placed = listSteps(definition);
  const names = new Set(placed.map(({ name }) => name));
  return placed.flatMap(({ name, step }) => {
    const inner = new Set(innerNames(step));
    const used = [...ownText(step).matchAll(reference)].map(([, from = ""]) => from);
    const sources = new Set([...used, ...(step.after ?? [])]);
    return [...sources]
      .filter((from) => names.has(from) && from !== name && !inner.has(from))
      .map((from) => ({ from, to: name }));
  });
}

function innerNames(step: PipelineStep): string[] {
  return scopesOf(step, []).flatMap((scope) => placeSteps(scope, null, 0).map(({ name }) => name));
}

/** The step as text, without its inner steps. */
function ownText(step: PipelineStep): string {
  return JSON.stringify(step, (key, value: unknown) =>
    key === "steps" && typeof value === "object" ? undefined : value,
  );
}

const kinds: ReadonlySet<string> = new Set<StepKind>([
  "generate",
  "transform",
  "map",
  "switch",
  "approve",
  "read",
  "write",
  "value",
  "pipeline",
  "call",
]);

/** Returns a value that has the outline of a definition, whatever its fields say; null for anything else. */
export function toDefinition(value: unknown): PipelineDefinition | null {
  if (!isObject(value)) return null;
  const { steps, inputs = {}, outputs } = value;
  const hasOutline = areSteps(steps) && isObject(outputs) && areInputs(inputs);
  // Safe to cast: the pages read what lies deeper as unknown, and the server checks it when it is saved.
  return hasOutline ? (value as unknown as PipelineDefinition) : null;
}

function areInputs(inputs: unknown): boolean {
  return (
    isObject(inputs) &&
    Object.values(inputs).every((input) => isObject(input) && typeof input["type"] === "string")
  );
}

function areSteps(steps: unknown): boolean {
  return isObject(steps) && Object.values(steps).every(isStep);
}

function isStep(step: unknown): boolean {
  if (!isObject(step) || !kinds.has(String(step["kind"]))) return false;
  if (step["title"] !== undefined && typeof step["title"] !== "string") return false;
  if (step["after"] !== undefined && !Array.isArray(step["after"])) return false;
  if (step["kind"] === "map") return areSteps(step["steps"]);
  if (step["kind"] !== "switch") return true;
  const { cases, otherwise } = step;
  const branches = [...(Array.isArray(cases) ? cases : [null]), otherwise ?? {}];
  return branches.every(
    (branch) => isObject(branch) && (branch["steps"] === undefined || areSteps(branch["steps"])),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON pointer of a path, as the API writes it. */
export function pointerOf(path: Path): string {
  return ["/definition", ...path].join("/");
}

export function addStep(
  definition: PipelineDefinition,
  scope: Path,
  step: PipelineStep,
): { readonly definition: PipelineDefinition; readonly name: string } {
  const names = new Set(listSteps(definition).map(({ name }) => name));
  let name: string = step.kind;
  for (let number = 2; names.has(name); number += 1) name = `${step.kind}${number}`;
  return { definition: setAt(definition, [...scope, name], step), name };
}

/** Removes a step. Expressions that use it stay, so that the check names each of them. */
export function removeStep(definition: PipelineDefinition, path: Path): PipelineDefinition {
  return setAt(definition, path, undefined);
}

/** Renames a step and everything that refers to it; the order of steps stays. */
export function renameStep(
  definition: PipelineDefinition,
  from: string,
  to: string,
): PipelineDefinition {
  // A name that was typed as JSON may have any characters.
  const name = from.replaceAll(/[^A-Za-z0-9]/g, String.raw`\$&`);
  const inExpression = new RegExp(String.raw`\bsteps\.${name}\b`, "g");
  const visit = (value: unknown, key: string): unknown => {
    if (typeof value === "string") {
      if (key === "after" && value === from) return to;
      return value.includes("{{") ? value.replaceAll(inExpression, `steps.${to}`) : value;
    }
    if (Array.isArray(value)) return value.map((each) => visit(each, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        key === "steps" && name === from ? to : name,
        visit(each, name),
      ]),
    );
  };
  return visit(definition, "") as PipelineDefinition;
}

/** Uses a result of one step in another: as a file, a text or a value, whichever the kind of the target takes. */
export function connectSteps(
  definition: PipelineDefinition,
  source: { readonly name: string; readonly results: Readonly<Record<string, string>> },
  target: PlacedStep,
): PipelineDefinition {
  const field = ["output", "items", "value", "text", "choice"].find((one) => one in source.results);
  if (field === undefined) return follow(definition, source.name, target);
  const expression = `{{ steps.${source.name}.${field} }}`;
  const set = (name: string, value: unknown) => setAt(definition, [...target.path, name], value);
  const { step } = target;
  switch (step.kind) {
    case "generate":
      if (field === "text") return set("prompt", expression);
      return set("inputs", [...(step.inputs ?? []), expression]);
    case "transform":
      return set("inputs", [...step.inputs, expression]);
    case "approve":
      return set("show", [...(step.show ?? []), expression]);
    case "map":
      return set("over", expression);
    case "value":
      return set("value", expression);
    case "read":
      return set("message", expression);
    case "write":
      return set("instruction", `${step.instruction} ${expression}`);
    case "call":
      return set("body", { ...step.body, [source.name]: expression });
    // A case has no one value, and only the pipeline knows its inputs.
    case "switch":
    case "pipeline":
      return follow(definition, source.name, target);
  }
}

/** Order without data. */
function follow(definition: PipelineDefinition, name: string, { step, path }: PlacedStep) {
  return setAt(definition, [...path, "after"], [...(step.after ?? []), name]);
}
