import type { RequestDependencies } from "#api/dependencies.ts";
import type { CheckedDefinition } from "#domain/pipelines/check-definition.ts";
import type { Definition } from "#domain/pipelines/definition.ts";
import type { JsonPath } from "#domain/pipelines/json-path.ts";
import { kindOf } from "#domain/pipelines/kinds/index.ts";
import { locateSteps, type LocatedStep } from "#domain/pipelines/locate-steps.ts";
import type { StepKindName } from "#domain/pipelines/step.ts";
import { partsOf } from "#domain/pipelines/text-parts.ts";

/** A definition with everything in its places that the inputs of a run decide. */
export interface NarrowedDefinition {
  readonly definition: Definition;
  /** Items of maps whose lists are known; 0 for a map that will be skipped. */
  readonly items: Readonly<Record<string, number>>;
  /** Steps that will be skipped: their condition is false, or a value is absent. */
  readonly skipped: readonly string[];
}

interface KnownPlace {
  readonly step: LocatedStep;
  readonly path: JsonPath;
  readonly text: string;
}

/**
 * Evaluates the texts of a definition that use inputs only, with one message to the thread. Steps of pipelines within the
 * definition stay as they are.
 */
export async function narrowDefinition(
  { definition, checked }: { definition: Definition; checked: CheckedDefinition },
  inputs: Readonly<Record<string, unknown>>,
  { expressions }: Pick<RequestDependencies, "expressions">,
): Promise<NarrowedDefinition> {
  const places = locateSteps(definition.steps).located.flatMap(knownPlaces);
  if (places.length === 0) return { definition, items: {}, skipped: [] };
  const found = await expressions.evaluate(
    places.map(({ text }) => ({
      text,
      types: { inputs: checked.inputs, steps: {} },
      values: { inputs, steps: {} },
    })),
  );
  const narrowed = structuredClone(definition);
  const items: Record<string, number> = {};
  const skipped = new Set<string>();
  for (const [index, { step: located, path }] of places.entries()) {
    const { name, step } = located;
    const value = found[index];
    if (value === undefined || value.outcome === "failed") continue;
    const isCondition = path.length === 1 && path[0] === "when";
    if (value.outcome === "absent" || (isCondition && value.value !== true)) {
      skipped.add(name);
      continue;
    }
    if (isCondition) replace(narrowed, [...located.path, "when"], undefined);
    else if (step.kind !== "map") replace(narrowed, [...located.path, ...path], value.value);
    else if (Array.isArray(value.value)) items[name] = Math.min(value.value.length, step.maxItems);
  }
  for (const name of skipped) items[name] = 0;
  return { definition: narrowed, items, skipped: [...skipped] };
}

const narrowedKinds: readonly StepKindName[] = ["generate", "transform", "map", "approve", "write"];

/** Texts of a step that decide its price, its request or its question. Files keep their expressions, whose types say what they are. */
function knownPlaces(located: LocatedStep): KnownPlace[] {
  const { step } = located;
  const own = narrowedKinds.includes(step.kind) ? kindOf(step).places(step) : [];
  return [
    ...(step.when === undefined ? [] : [{ path: ["when"], text: step.when }]),
    ...own.filter(({ wants }) => wants !== "file"),
  ].flatMap(({ path, text }) => (usesInputsOnly(text) ? [{ step: located, path, text }] : []));
}

/** A text that mentions another name in a string is evaluated in the run only, as if it used that name. */
function usesInputsOnly(text: string): boolean {
  const parts = partsOf(text) ?? [];
  const expressions = parts.flatMap((part) => ("expression" in part ? part.expression : []));
  return (
    expressions.length > 0 && !expressions.some((each) => /\b(?:steps|item|index)\b/.test(each))
  );
}

function replace(target: object, path: JsonPath, value: unknown): void {
  let container = target as Record<string | number, unknown>;
  for (const name of path.slice(0, -1)) {
    container = container[name] as Record<string | number, unknown>;
  }
  const last = path.at(-1);
  if (last === undefined) return;
  if (value === undefined) delete container[last];
  else container[last] = value;
}
