import type { CheckedDefinition } from "#domain/pipelines/check-definition.ts";
import type { JsonPath } from "#domain/pipelines/json-path.ts";
import type { ApproveStep } from "#domain/pipelines/kinds/approve.ts";
import { kindOf } from "#domain/pipelines/kinds/index.ts";
import type { StepEffect } from "#domain/pipelines/kinds/step-kind.ts";
import { locateRunSteps, pathOfKey } from "#domain/pipelines/locate-steps.ts";
import type { Step, Steps } from "#domain/pipelines/step.ts";

import type { EvaluatedValue, RunSources, RunState, StepStart, ValueRequest } from "./run-state.ts";
import {
  innerKey,
  isSettled,
  type SkipReason,
  type StepError,
  type StepRow,
  type StepValue,
} from "./step-row.ts";

/** A definition that is run: the run's own, or that of a pipeline within the run. */
export interface Program {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Steps that each step waits for, by name. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  /** Absent for the run's own. */
  readonly checked?: CheckedDefinition;
}

/** The run, an item of a map, the chosen case of a switch, or a pipeline within the run. */
export interface Scope {
  /** Key of the item, or of the step that opens the scope; empty for the run. */
  readonly key: string;
  readonly steps: Steps;
  readonly program: Program;
  readonly parent: Scope | null;
  readonly map?: { readonly name: string; readonly item: unknown; readonly index: number };
  /** Starts that the maps around it still allow. */
  readonly budgets: readonly { left: number }[];
}

export interface Mode {
  readonly mayStart: boolean;
  /** Jobs that run must be canceled. */
  readonly mustCancel: boolean;
}

/** State of a scope or of a step. With nothing set, it waits for other steps. */
export interface Progress {
  /** Jobs or tasks run, or start in this decision. */
  readonly isRunning?: boolean;
  /** Something can start once there is capacity or a value. */
  readonly isPending?: boolean;
  readonly isAsked?: boolean;
}

/** The decision while it is made. */
export interface Work {
  readonly state: RunState;
  readonly sources: RunSources;
  readonly rows: Map<string, StepRow>;
  readonly changed: Set<string>;
  readonly stepOf: (row: Pick<StepRow, "key">) => Step;
  /** Returns the name of a step in rows and prices, or of an item's map. */
  readonly nameOf: (key: string) => string;
  /** An item of a map counts as a scope. */
  readonly effectOf: (row: StepRow) => StepEffect;
  changes: number;
  missing: Map<string, ValueRequest>;
  starts: StepStart[];
  cancels: Set<string>;
  capacity: number;
  isLimited: boolean;
  isPaced: boolean;
  nextTimeout: Date | null;
}

export function beginWork(state: RunState, sources: RunSources): Work {
  const steps = new Map(locateRunSteps(state.definition.steps).map((each) => [each.path, each]));
  const find = (key: string) => {
    const found = steps.get(pathOfKey(key));
    if (found === undefined) throw new Error(`The definition has no step ${key}.`);
    return found;
  };
  const stepOf = ({ key }: Pick<StepRow, "key">): Step => find(key).step;
  return {
    state,
    sources,
    rows: new Map(state.rows),
    changed: new Set(),
    stepOf,
    nameOf: (key) => find(key).name,
    effectOf: (row) => kindOf(stepOf(row)).effect,
    changes: 0,
    missing: new Map(),
    starts: [],
    cancels: new Set(),
    capacity: 0,
    isLimited: false,
    isPaced: false,
    nextTimeout: null,
  };
}

export function runScope({ state }: Work): Scope {
  const { definition, inputs, dependencies } = state;
  const program = { inputs, dependencies };
  return { key: "", steps: definition.steps, parent: null, program, budgets: [] };
}

/** Forgets what the last pass planned; the rows stay. */
export function beginPass(work: Work, capacity: number): void {
  work.missing = new Map();
  work.starts = [];
  work.cancels = new Set();
  work.capacity = capacity;
  work.nextTimeout = null;
}

export function setRow(
  work: Work,
  key: string,
  fields: Omit<StepRow, "key" | "step" | "attempt"> & { attempt?: number },
): void {
  const before = work.rows.get(key);
  if (before !== undefined && isSettled(before))
    throw new Error(`Step ${key} is ${before.status} and stays so.`);
  const step = work.nameOf(key);
  work.rows.set(key, { attempt: before?.attempt ?? 1, ...fields, key, step });
  work.changed.add(key);
  work.changes += 1;
}

export function skipStep(work: Work, key: string, reason: SkipReason): void {
  const { error: _, ...row } = { ...work.rows.get(key) };
  setRow(work, key, { ...row, status: "skipped", reason });
}

/**
 * Fails a step or an item. The error keeps the key of the inner step that caused it. A step whose time is over fails
 * for that reason, not for the inner steps that it canceled.
 */
export function failStep(
  work: Work,
  key: string,
  { code, message, reason, jobId, step: source = key }: StepError,
): void {
  const row = work.rows.get(key);
  const isOpen = row?.status === "running" || row?.status === "asked";
  const isTimedOut = isOpen && row.error?.code === "step_timed_out";
  const error: StepError = isTimedOut
    ? { code: "step_timed_out", step: key }
    : {
        code,
        step: source,
        ...(message === undefined ? {} : { message }),
        ...(reason === undefined ? {} : { reason }),
        ...(jobId === undefined ? {} : { jobId }),
      };
  setRow(work, key, { ...row, status: "failed", error });
}

export function completeStep(work: Work, key: string, value: StepValue): void {
  const { error: _, ...row } = { ...work.rows.get(key) };
  setRow(work, key, { ...row, status: "completed", value });
}

/** Evaluates a text that uses the given steps, by name. Undefined until its value is known. */
export function evaluate(
  work: Work,
  scope: Scope,
  place: { key: string; step?: string; path: JsonPath; text: string; uses: readonly string[] },
): EvaluatedValue | undefined {
  const { uses, ...rest } = place;
  const request: ValueRequest = {
    ...rest,
    id: JSON.stringify([place.key, ...place.path]),
    ...(scope.map === undefined ? {} : { map: scope.map.name }),
    ...(scope.program.checked === undefined ? {} : { checked: scope.program.checked }),
    values: {
      inputs: scope.program.inputs,
      steps: Object.fromEntries(uses.map((name) => [name, resultOf(work, scope, name)])),
      ...(scope.map === undefined ? {} : { item: scope.map.item, index: scope.map.index }),
    },
  };
  const value = work.sources.evaluate(request);
  if (value === undefined) work.missing.set(request.id, request);
  return value;
}

/** Row of a step that is visible in a scope: of this scope, or of one around it. */
export function findVisible(work: Work, scope: Scope, name: string): StepRow | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    if (Object.hasOwn(at.steps, name)) return work.rows.get(innerKey(at.key, name));
  }
  return undefined;
}

export function dependenciesOf({ program }: Scope, name: string): readonly string[] {
  return program.dependencies[name] ?? [];
}

/** A reused result is like any other to an expression. Results of other steps are absent. */
function resultOf(work: Work, scope: Scope, name: string): StepValue {
  const row = findVisible(work, scope, name);
  if (row === undefined) return { status: "skipped" };
  const isPresent = row.status === "completed" || row.status === "reused";
  return isPresent ? { ...row.value, status: "completed" } : { status: row.status };
}

/** Reports whether the option chosen in an `approve` step stops the run. */
export function isStop(step: Step, value: StepValue | undefined): boolean {
  if (step.kind !== "approve") return false;
  const options: ApproveStep["options"] = step.options ?? [
    { id: "yes", label: "Yes" },
    { id: "no", label: "No", stop: true },
  ];
  return options.some(({ id, stop }) => stop === true && id === value?.["choice"]);
}

export function isStopAnswered(work: Work): boolean {
  return work.rows
    .values()
    .some((row) => row.status === "completed" && isStop(work.stepOf(row), row.value));
}
