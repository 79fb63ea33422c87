import type { Issue } from "#domain/errors.ts";

import { definitionLimits } from "./definition.ts";
import { toPointer, type JsonPath } from "./json-path.ts";
import { kindOf } from "./kinds/index.ts";
import type { StepTypes } from "./kinds/step-kind.ts";
import type { Step, Steps } from "./step.ts";
import { versionKey } from "./sub-pipelines.ts";

/** A step with its place in the definition. */
export interface LocatedStep {
  readonly name: string;
  readonly step: Step;
  readonly path: JsonPath;
  /** Scopes around the step, outermost first. */
  readonly scopes: readonly Scope[];
}

/** The item of a map, or a case of a switch. */
export interface Scope {
  /** Name of the step that opens the scope. */
  readonly opener: string;
  /** Position among the opener's scopes. */
  readonly ordinal: number;
  readonly times: number;
}

/** Lists all steps, inner steps after the step that contains them, with the issues of names and sizes. */
export function locateSteps(steps: Steps): { located: LocatedStep[]; issues: Issue[] } {
  const located: LocatedStep[] = [];
  const issues: Issue[] = [];
  const visit = (inner: Steps, path: JsonPath, scopes: readonly Scope[]): void => {
    for (const [name, step] of Object.entries(inner)) {
      const own = [...path, name];
      located.push({ name, step, path: own, scopes });
      for (const [ordinal, scope] of (kindOf(step).scopes?.(step) ?? []).entries()) {
        const within = { opener: name, ordinal, times: scope.times };
        visit(scope.steps, [...own, ...scope.path], [...scopes, within]);
      }
    }
  };
  visit(steps, ["steps"], []);

  const first = new Set<string>();
  for (const { name, path } of located) {
    if (first.has(name)) {
      const message = `Another step has the name ${name}.`;
      issues.push({ pointer: toPointer(path), code: "repeated", message });
    }
    first.add(name);
  }
  return { located, issues };
}

/** A step of a run: of its definition, or of a pipeline within it. */
export interface RunStepPlace {
  /** Name in rows and prices: `take`, or `sub.take` for a step of the pipeline that step `sub` runs. */
  readonly name: string;
  /** The step's key without the positions of items. */
  readonly path: string;
  readonly step: Step;
  /** Outside all scopes of its definition. */
  readonly isOuter: boolean;
}

/** Lists all steps of a run, whose pipelines are in their places. */
export function locateRunSteps(steps: Steps, around = { name: "", path: "" }): RunStepPlace[] {
  return locateSteps(steps).located.flatMap(({ name: own, step, scopes }) => {
    const path = [around.path, ...scopes.map(({ opener }) => opener), own]
      .filter((part) => part !== "")
      .join(".");
    const name = around.name === "" ? own : `${around.name}.${own}`;
    const found = { name, path, step, isOuter: around.name === "" && scopes.length === 0 };
    if (step.kind !== "pipeline" || step.placed === undefined) return [found];
    return [found, ...locateRunSteps(step.placed.definition.steps, { name, path })];
  });
}

/** Returns a step's path by its key: `shots[2].take` has the path `shots.take`. */
export function pathOfKey(key: string): string {
  return key.replaceAll(/\[\d+\]/g, "");
}

/** Kinds of all steps of a run, by name. */
export function kindsOf(steps: Steps): Record<string, string> {
  return Object.fromEntries(locateRunSteps(steps).map(({ name, step }) => [name, step.kind]));
}

/** Reports whether a step can be used within these scopes: it is in one of them, or around them. */
export function isVisible(step: LocatedStep, scopes: readonly Scope[]): boolean {
  return step.scopes.every(
    ({ opener, ordinal }, level) =>
      scopes[level]?.opener === opener && scopes[level].ordinal === ordinal,
  );
}

/** Number of executions of all steps, with each map at its `maxItems`. */
export function countInstances(
  located: readonly LocatedStep[],
  instancesWithin: (step: Step) => number,
): number {
  return located.reduce((sum, { step, scopes }) => {
    const times = scopes.reduce((product, scope) => product * scope.times, 1);
    return sum + times * (1 + instancesWithin(step));
  }, 0);
}

/** Issues of a definition that is too large to check or to run. */
export function sizeIssues(
  located: readonly LocatedStep[],
  { instances, pipeline }: { instances: number; pipeline: StepTypes["pipeline"] },
): Issue[] {
  const { steps, levels } = definitionLimits;
  const sizes = located.map((each) => ({ ...each, ...sizeOf(each, pipeline) }));
  const total = sizes.reduce((sum, { count }) => sum + count, 0);
  const refuse = (pointer: string, message: string) => [{ pointer, code: "too_large", message }];
  const deep = sizes.find(({ depth }) => depth > levels);
  return [
    ...(total > steps
      ? refuse("/steps", `A definition must have at most ${steps} steps, inner steps included.`)
      : []),
    ...(deep === undefined
      ? []
      : refuse(toPointer(deep.path), `Steps must be nested at most ${levels} deep.`)),
    ...(instances > definitionLimits.instances
      ? refuse(
          "/steps",
          `A run must have at most ${definitionLimits.instances} executions of steps. This definition has up to ${instances}.`,
        )
      : []),
  ];
}

/** Number of steps, and levels around the innermost of them; a version that the step runs is one level. */
function sizeOf(
  { step, scopes }: LocatedStep,
  pipeline: StepTypes["pipeline"],
): { readonly count: number; readonly depth: number } {
  const version = step.kind === "pipeline" ? pipeline(step.pipeline, step.version) : undefined;
  if (version === undefined) return { count: 1, depth: scopes.length };
  const { definition, checked } = version;
  const within = locateSteps(definition.steps).located.map((inner) =>
    sizeOf(inner, (id, number) => checked.pipelines?.[versionKey(id, number)]),
  );
  return {
    count: within.reduce((sum, { count }) => sum + count, 1),
    depth: scopes.length + 1 + Math.max(...within.map(({ depth }) => depth)),
  };
}
