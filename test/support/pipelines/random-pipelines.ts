import { createHash } from "node:crypto";

import fc from "fast-check";

import { locateRunSteps } from "#domain/pipelines/locate-steps.ts";
import type { PriceRange } from "#domain/pipelines/runs/price-bound.ts";
import type {
  EvaluatedValue,
  RunState,
  StepStart,
  ValueRequest,
} from "#domain/pipelines/runs/run-state.ts";
import type { StepValue } from "#domain/pipelines/runs/step-row.ts";
import type { Step, Steps } from "#domain/pipelines/step.ts";

// Random definitions of pipelines, and a recursive oracle without rows or order that predicts the end of their runs.

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A number from 0 to 1 that depends on the facts only. */
export function chance(...facts: readonly unknown[]): number {
  return Number.parseInt(sha256(facts.join("|")).slice(0, 8), 16) / 2 ** 32;
}

interface Shape {
  readonly kind: "generate" | "transform" | "approve" | "value" | "map" | "switch" | "pipeline";
  readonly max: number;
  /** Earlier steps of the scope, by position. */
  readonly needs: readonly number[];
  readonly hasCondition: boolean;
  readonly isTolerant: boolean;
  readonly continues: boolean;
  readonly retries: number;
  readonly fallbacks: number;
  readonly drops: boolean;
  readonly concurrency: number;
  readonly isCounted: boolean;
  readonly scopes: readonly (readonly Shape[])[];
}

/** Kinds of steps within a scope, repeated where they are to be more frequent, and kinds that have scopes. */
export interface ShapeKinds {
  readonly leaves: readonly Shape["kind"][];
  readonly scopes: readonly Shape["kind"][];
}

export function shapesOf(depth: number, given: ShapeKinds): fc.Arbitrary<Shape[]> {
  const leaf = fc.constantFrom(...given.leaves);
  const kinds = depth === 0 ? leaf : fc.oneof(leaf, fc.constantFrom(...given.scopes));
  const inner: fc.Arbitrary<Shape[]> = depth === 0 ? fc.constant([]) : shapesOf(depth - 1, given);
  return fc.array(
    fc.record({
      kind: kinds,
      max: fc.integer({ min: 1, max: 5 }),
      needs: fc.array(fc.nat(4), { maxLength: 2 }),
      hasCondition: fc.boolean(),
      isTolerant: fc.boolean(),
      continues: fc.boolean(),
      retries: fc.constantFrom(0, 0, 1),
      fallbacks: fc.constantFrom(0, 0, 0, 1),
      drops: fc.boolean(),
      concurrency: fc.integer({ min: 1, max: 3 }),
      isCounted: fc.boolean(),
      scopes: fc.array(inner, { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 4 },
  );
}

export interface Pipeline {
  readonly steps: Steps;
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly dependencies: Record<string, string[]>;
}

export function build(shapes: readonly Shape[], edits: ReadonlyMap<string, number>): Pipeline {
  const byName = new Map<string, Shape>();
  const dependencies: Record<string, string[]> = {};
  const buildScope = (list: readonly Shape[]): Steps => {
    const names: string[] = [];
    return Object.fromEntries(
      list.map((shape, position) => {
        const number = byName.size;
        const name = `s${number}`;
        byName.set(name, shape);
        const needs = [...new Set(shape.needs)].flatMap((need) =>
          need < position ? (names[need] ?? []) : [],
        );
        names.push(name);
        dependencies[name] = needs;
        const version = `v${edits.get(name) ?? 0}`;
        const tolerance = shape.isTolerant ? ["?"] : [];
        const textFor = (role: string) =>
          `{{ ${[version, ...needs, ...tolerance, role, number].join(" ")} }}`;
        return [name, toStep(shape, textFor)] as const;
      }),
    );
  };
  const resultText = (steps: Steps) => `{{ v0 ${Object.keys(steps).join(" ")} ? }}`;
  /** A text names its role and its step, because an expression does not know its place. */
  const toStep = (shape: Shape, textFor: (role: string) => string): Step => {
    const text = textFor("value");
    const common = {
      ...(shape.hasCondition ? { when: textFor("when") } : {}),
      ...(shape.continues ? { onError: "continue" as const } : {}),
    };
    switch (shape.kind) {
      case "generate": {
        const fallback = Array.from({ length: shape.fallbacks }, () => ({ model: "studio-image" }));
        const { retries } = shape;
        const fields = { capability: "text-to-image", prompt: text, retries, fallback } as const;
        return { kind: "generate", ...common, ...fields };
      }
      case "transform":
        return {
          kind: "transform",
          ...common,
          operation: "trim",
          inputs: [],
          parameters: { text },
        };
      case "approve":
        return { kind: "approve", ...common, question: text };
      case "value":
        return { kind: "value", ...common, value: text };
      case "map": {
        const steps = buildScope(shape.scopes[0] ?? []);
        const { drops, concurrency } = shape;
        const onItemError = drops ? "drop" : "fail";
        const rest = { maxItems: 3, concurrency, onItemError, value: resultText(steps) } as const;
        return { kind: "map", ...common, over: textFor("over"), steps, ...rest };
      }
      case "switch": {
        const cases = shape.scopes.map((scope, position) => {
          const steps = buildScope(scope);
          return { when: textFor(`case${position}`), steps, value: resultText(steps) };
        });
        return { kind: "switch", ...common, cases };
      }
      case "pipeline": {
        const steps = buildScope(shape.scopes[0] ?? []);
        const outputs = { value: resultText(steps) };
        const inputs = { text: { type: "text" } } as const;
        const definition = { schemaVersion: 1, inputs, steps, outputs } as const;
        const types = { inputs: {}, outputs: {}, steps: {}, items: {}, places: {} };
        const checked = { ...types, dependencies, instances: 1 };
        const placed = { definition, checked };
        const version = { pipeline: "pip_1", version: 1, inputs: { text }, placed };
        return { kind: "pipeline", ...common, ...version };
      }
    }
  };
  return { steps: buildScope(shapes), shapes: byName, dependencies };
}

/**
 * Decides everything random about a run, so that the order of events cannot matter. The values of expressions depend on
 * the step and the item of the innermost map, because an expression knows nothing else.
 */
export function worldOf(seed: number, resume: number) {
  return {
    isWanted: (name: string, index?: number) => chance(seed, name, index, "when") < 0.7,
    items: (name: string, index?: number) => Math.floor(chance(seed, name, index, "items") * 4),
    pick: (name: string, index?: number) => Math.floor(chance(seed, name, index, "pick") * 2.5),
    price: (key: string, max: number) => 1 + Math.floor(chance(seed, key, "price") * max),
    succeeds: (key: string, attempt: number) =>
      resume > 3 || chance(seed, key, "ok", resume, attempt) < 0.75,
  };
}
export type World = ReturnType<typeof worldOf>;

function contentOf({ output, choice, items, value }: StepValue): string {
  if (output !== undefined) return (output as { sha256: string }).sha256;
  return contentOfValue(choice ?? items ?? value ?? null);
}

/** Short, so that a text stays a possible prompt however long its chain is. */
function contentOfValue(value: unknown): string {
  return sha256(JSON.stringify(value)).slice(0, 16);
}

function namesIn(text: string): string[] {
  return text.match(/s\d+/g) ?? [];
}

/** Writes the contents of the steps that a text names; null when one is absent that the text needs. */
function writeText(text: string, contents: (name: string) => string | null): string | null {
  const found = namesIn(text).map((name) => contents(name));
  const isAbsent = found.includes(null) && !text.includes("?");
  return isAbsent ? null : `${/v\d+/.exec(text)?.[0]}(${found.map((each) => each ?? "-").join()})`;
}

/** Evaluates a text of these definitions, which are not CEL. */
export function evaluateToy(
  world: World,
  { text, values }: Pick<ValueRequest, "text" | "values">,
): Exclude<EvaluatedValue, { outcome: "failed" }> {
  const [, role = "value", position] = /(when|over|case\d|value) (\d+) }}/.exec(text) ?? [];
  const place = [`s${position}`, values.index] as const;
  if (role === "when") return { outcome: "value", value: world.isWanted(...place) };
  const written = writeText(text, (name) => {
    const step = values.steps[name];
    return step?.["status"] === "completed" ? contentOf(step) : null;
  });
  if (written === null) return { outcome: "absent" };
  if (role === "over") return { outcome: "value", value: Array(world.items(...place)).fill(0) };
  if (role !== "value") {
    return { outcome: "value", value: role === `case${world.pick(...place)}` };
  }
  return { outcome: "value", value: written };
}

export function writtenIn(request: StepStart["request"]): string {
  const { prompt, parameters } = request as { prompt?: string; parameters?: { text: string } };
  return prompt ?? parameters?.text ?? "";
}

export function stepPrices({ steps, shapes }: Pipeline): Record<string, PriceRange> {
  const prices: Record<string, PriceRange> = {};
  for (const { name } of locateRunSteps(steps)) {
    const shape = shapes.get(name.split(".").at(-1) ?? "");
    if (shape?.kind !== "generate") continue;
    prices[name] = { min: shape.needs.length === 0 ? 1 : 0, max: shape.max };
  }
  return prices;
}

export function countedItems({ steps, shapes }: Pipeline, world: World): Record<string, number> {
  const counted = Object.keys(steps).filter((name) => {
    const shape = shapes.get(name);
    return shape?.kind === "map" && shape.isCounted && shape.needs.length === 0;
  });
  return Object.fromEntries(counted.map((name) => [name, world.items(name)]));
}

type Outcome =
  | { readonly is: "made"; readonly content: string }
  | { readonly is: "absent" | "asked" | "failed" };

interface Told {
  readonly world: World;
  /** True when a former run has made the step with this text. */
  readonly made: (key: string, text: string) => boolean;
  readonly answers: RunState["answers"];
}

interface Scope {
  /** Key of the scope with a dot, or empty. */
  readonly key: string;
  /** Item of the innermost map of the definition. */
  readonly index?: number;
}

/** The oracle: predicts how a run ends, and what its steps contain. */
export function predict(
  steps: Steps,
  told: Told,
  scope: Scope = { key: "" },
): { failed: boolean; asked: boolean; contents: (name: string) => string | null } {
  const outcomes = new Map<string, Outcome>();
  const contents = (name: string) => {
    const outcome = outcomes.get(name);
    return outcome?.is === "made" ? outcome.content : null;
  };
  let failed = false;
  let asked = false;
  for (const [name, step] of Object.entries(steps)) {
    const outcome = predictStep(step, name, { told, scope, outcomes, contents });
    if (outcome.is === "failed" && step.onError !== "continue") failed = true;
    if (outcome.is === "asked") asked = true;
    outcomes.set(name, outcome.is === "failed" ? { is: "absent" } : outcome);
  }
  return { failed, asked, contents };
}

function predictStep(
  step: Step,
  name: string,
  {
    told,
    scope,
    outcomes,
    contents,
  }: {
    told: Told;
    scope: Scope;
    outcomes: ReadonlyMap<string, Outcome>;
    contents: (name: string) => string | null;
  },
): Outcome {
  const { world } = told;
  const { index } = scope;
  const key = `${scope.key}${name}`;
  const text = textOf(step);
  if (namesIn(text).some((name) => outcomes.get(name)?.is === "asked")) return { is: "asked" };
  if (step.when !== undefined && !world.isWanted(name, index)) return { is: "absent" };
  const written = writeText(text, contents);
  if (written === null) return { is: "absent" };
  switch (step.kind) {
    case "value":
      return { is: "made", content: contentOfValue(written) };
    case "approve": {
      const isAnswered = Object.hasOwn(told.answers, key) || told.made(key, written);
      return isAnswered ? { is: "made", content: contentOfValue("yes") } : { is: "asked" };
    }
    case "map": {
      const items = Array.from({ length: world.items(name, index) }, (_, item) =>
        predict(step.steps, told, { key: `${key}[${item}].`, index: item }),
      );
      if (step.onItemError === "fail" && items.some(({ failed }) => failed))
        return { is: "failed" };
      if (items.some(({ asked, failed }) => asked && !failed)) return { is: "asked" };
      const values = items
        .filter(({ failed }) => !failed)
        .map((item) => writeText(step.value, item.contents));
      return { is: "made", content: contentOfValue(values) };
    }
    case "switch": {
      const chosen = step.cases[world.pick(name, index)];
      if (chosen === undefined) return { is: "absent" };
      const inner = predict(chosen.steps ?? {}, told, { ...scope, key: `${key}.` });
      if (inner.failed) return { is: "failed" };
      if (inner.asked) return { is: "asked" };
      return { is: "made", content: contentOfValue(writeText(chosen.value, inner.contents)) };
    }
    case "generate":
    case "transform": {
      const more =
        step.kind === "generate" ? (step.retries ?? 0) + (step.fallback?.length ?? 0) : 0;
      const isMade =
        told.made(key, written) ||
        Array.from({ length: 1 + more }, (_, index) => index + 1).some((attempt) =>
          world.succeeds(key, attempt),
        );
      return isMade ? { is: "made", content: sha256(written) } : { is: "failed" };
    }
    case "pipeline": {
      const { steps = {}, outputs = {} } = step.placed?.definition ?? {};
      const inner = predict(steps, told, { key: `${key}.` });
      if (inner.failed) return { is: "failed" };
      if (inner.asked) return { is: "asked" };
      const result = writeText(outputs["value"] ?? "", inner.contents);
      return { is: "made", content: contentOfValue(result) };
    }
    case "read":
    case "write":
    case "call":
      throw new Error(`The definitions have no step of kind ${step.kind}.`);
  }
}

function textOf(step: Step): string {
  if (step.kind === "generate") return step.prompt ?? "";
  if (step.kind === "transform") return String(step.parameters?.["text"]);
  if (step.kind === "approve") return step.question;
  if (step.kind === "map") return step.over;
  if (step.kind === "switch") return step.cases[0]?.when ?? "";
  if (step.kind === "pipeline") return String(step.inputs?.["text"]);
  return step.kind === "value" ? step.value : "";
}
