import type { Issue } from "#domain/errors.ts";

import type { ScopeTypes } from "./expression-reader.ts";
import { toPointer, type JsonPath } from "./json-path.ts";
import { kindOf } from "./kinds/index.ts";
import type { StepTypes } from "./kinds/step-kind.ts";
import type { LocatedStep, Scope } from "./locate-steps.ts";
import { placesOf, type Place, type ReadPlace } from "./read-places.ts";
import { typeOfPlace } from "./type-of-place.ts";
import { isOptional, itemOf, optionalOf, presentOf, type ValueType } from "./value-types.ts";

/** Types of a definition. A step with an issue, or that waits for one, is missing. */
export interface DefinitionTypes {
  /** Fields of each step's results. */
  readonly steps: Readonly<Record<string, Readonly<Record<string, ValueType>>>>;
  /** Type of `item` within each map. */
  readonly items: Readonly<Record<string, ValueType>>;
  /** Types of all texts with expressions, by JSON pointer. */
  readonly places: Readonly<Record<string, ValueType>>;
  /** Steps that each step waits for, without those within it. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
}

/**
 * Types the texts and results of all steps, each step after those that it uses. Reports cycles, types that do
 * not fit, and the rules of the step kinds. `typeOutput` types a text outside all steps.
 */
export function typeSteps(
  located: readonly LocatedStep[],
  {
    inputs,
    readPlaces,
    pipeline,
  }: {
    inputs: ScopeTypes["inputs"];
    readPlaces: ReadonlyMap<string, ReadPlace>;
    pipeline: StepTypes["pipeline"];
  },
): {
  readonly types: DefinitionTypes;
  readonly issues: readonly Issue[];
  readonly typeOutput: (place: Place) => ValueType | undefined;
} {
  const byName = new Map(located.map((step) => [step.name, step]));
  const state = new Map<string, "open" | "typed">();
  const issues: Issue[] = [];
  const steps: Record<string, Record<string, ValueType>> = {};
  const items: Record<string, ValueType> = {};
  const places: Record<string, ValueType> = {};
  const dependencies: Record<string, string[]> = {};

  /** Types a step before its user; a step that is already open waits for itself. */
  function require(name: string, pointer: string): void {
    const step = byName.get(name);
    if (step === undefined || state.get(name) === "typed") return;
    if (state.get(name) === "open") {
      issues.push({ pointer, code: "reference_cycle", message: `Step ${name} waits for itself.` });
      return;
    }
    state.set(name, "open");
    typeStep(step);
    state.set(name, "typed");
  }

  function typeStep(located: LocatedStep): void {
    const { name, step, path } = located;
    const kind = kindOf(step);
    const { own, results } = placesOf(located);
    const used = new Set(step.after);
    for (const [ordinal, after] of (step.after ?? []).entries()) {
      require(after, toPointer([...path, "after", ordinal]));
    }
    for (const place of own) for (const each of typePlace(place).uses) used.add(each);
    const over = places[toPointer([...path, "over"])];
    if (step.kind === "map" && over !== undefined) items[name] = itemOf(presentOf(over)) ?? "dyn";
    for (const scope of kind.scopes?.(step) ?? []) {
      for (const inner of Object.keys(scope.steps)) {
        require(inner, toPointer([...path, ...scope.path, inner]));
        for (const each of dependencies[inner] ?? []) used.add(each);
      }
    }
    for (const place of results) for (const each of typePlace(place).uses) used.add(each);
    dependencies[name] = [...used].filter((each) => !isWithin(byName.get(each), located));

    const types: StepTypes = {
      at: (inner: JsonPath) => places[toPointer([...path, ...inner])],
      pipeline,
    };
    for (const issue of kind.issues?.(step, types) ?? []) {
      issues.push({ ...issue, pointer: `${toPointer(path)}${issue.pointer}` });
    }
    if ([...own, ...results].some(({ pointer }) => !(pointer in places))) return;
    const result = kind.resultOf(step, types);
    if (result === null) return;
    const mayBeAbsent =
      step.when !== undefined ||
      step.onError === "continue" ||
      own.some(({ pointer }) => isOptional(places[pointer] ?? "")) ||
      kind.mayBeAbsent?.(step, types) === true;
    const fields = Object.entries(result).map(
      ([field, type]) => [field, mayBeAbsent ? optionalOf(type) : type] as const,
    );
    steps[name] = { ...Object.fromEntries(fields), status: "string" };
  }

  /** Types a text and what it uses. */
  function typePlace({ pointer }: Place): { type?: ValueType; uses: readonly string[] } {
    const place = readPlaces.get(pointer);
    if (place === undefined) return { uses: [] };
    const uses = [...new Set(place.expressions.flatMap((expression) => expression.steps))];
    for (const name of uses) require(name, pointer);
    const item = itemWithin(place.scopes);
    const isTypable =
      uses.every((name) => Object.hasOwn(steps, name)) &&
      (item !== undefined || place.expressions.every(({ usesItem }) => !usesItem));
    // A second issue about a step without types would only repeat the first.
    if (!isTypable) return { uses };
    const typed = typeOfPlace(place, { inputs, steps, item });
    if ("code" in typed) {
      issues.push({ pointer, ...typed });
      return { uses };
    }
    places[pointer] = typed.type;
    return { uses, type: typed.type };
  }

  /** Type of the item of the innermost map around a text. */
  function itemWithin(scopes: readonly Scope[]): ValueType | undefined {
    const map = scopes.findLast(({ opener }) => byName.get(opener)?.step.kind === "map");
    return map === undefined ? undefined : items[map.opener];
  }

  for (const { name, path } of located) require(name, toPointer(path));
  return {
    types: { steps, items, places, dependencies },
    issues,
    typeOutput: (place) => typePlace(place).type,
  };
}

function isWithin(step: LocatedStep | undefined, outer: LocatedStep): boolean {
  return step === outer || step?.scopes.some(({ opener }) => opener === outer.name) === true;
}
