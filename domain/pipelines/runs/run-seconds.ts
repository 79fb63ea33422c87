import type { Definition } from "#domain/pipelines/definition.ts";
import { kindOf } from "#domain/pipelines/kinds/index.ts";
import type { Step, Steps } from "#domain/pipelines/step.ts";
import { placedIn, type CheckedVersion } from "#domain/pipelines/sub-pipelines.ts";

import { innerKey } from "./step-row.ts";

export interface StepTimes {
  /** Expected seconds of one execution of each step, by its name. Other steps take no time. */
  readonly seconds: Readonly<Record<string, number>>;
  /** Items of the maps whose lists are known before the run. */
  readonly items: Readonly<Record<string, number>>;
}

/** Steps of one version, and what it takes to estimate their time. */
interface Program {
  /** Name of the `pipeline` step whose version this is; empty for the run's own. */
  readonly name: string;
  readonly dependencies: CheckedVersion["checked"]["dependencies"];
  readonly concurrency: number;
  readonly times: StepTimes;
}

const concurrencyDefault = 10;

/**
 * Estimates the seconds of a run: its longest chain of steps that wait for each other. Each step is executed once, the
 * slowest case of each switch counts, and the items of a map share its concurrency.
 */
export function runSeconds(
  { steps, limits }: Pick<Definition, "steps" | "limits">,
  dependencies: Program["dependencies"],
  times: StepTimes,
): number {
  const concurrency = limits?.concurrency ?? concurrencyDefault;
  return Math.ceil(scopeSeconds(steps, { name: "", dependencies, concurrency, times }));
}

function scopeSeconds(steps: Steps, program: Program): number {
  const ends = new Map<string, number>();
  const endOf = (name: string): number => {
    const step = steps[name];
    if (step === undefined) return 0;
    const known = ends.get(name);
    if (known !== undefined) return known;
    const starts = [...namesIn(name, step)].flatMap((each) => program.dependencies[each] ?? []);
    const others = starts.filter((other) => other !== name && Object.hasOwn(steps, other));
    const end = Math.max(0, ...others.map(endOf)) + stepSeconds(name, step, program);
    ends.set(name, end);
    return end;
  };
  return Math.max(0, ...Object.keys(steps).map(endOf));
}

function stepSeconds(name: string, step: Step, program: Program): number {
  const { times, concurrency } = program;
  const key = innerKey(program.name, name);
  if (step.kind === "map") {
    const items = times.items[key] ?? step.maxItems;
    const rounds = Math.ceil(items / Math.min(step.concurrency ?? concurrency, concurrency));
    return rounds * scopeSeconds(step.steps, program);
  }
  if (step.kind === "switch") {
    return Math.max(0, ...innerSteps(step).map((steps) => scopeSeconds(steps, program)));
  }
  if (step.kind === "pipeline") {
    const { definition, checked } = placedIn(step);
    const { dependencies } = checked;
    return scopeSeconds(definition.steps, { ...program, name: key, dependencies });
  }
  return times.seconds[key] ?? 0;
}

/** Name of a step and of those within it, which may wait for steps around it. */
function* namesIn(name: string, step: Step): Generator<string> {
  yield name;
  for (const steps of innerSteps(step)) {
    for (const [inner, each] of Object.entries(steps)) yield* namesIn(inner, each);
  }
}

function innerSteps(step: Step): readonly Steps[] {
  return (kindOf(step).scopes?.(step) ?? []).map(({ steps }) => steps);
}
