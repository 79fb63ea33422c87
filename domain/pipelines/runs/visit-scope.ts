import type { MapStep } from "#domain/pipelines/kinds/map.ts";
import type { SubPipelineStep } from "#domain/pipelines/kinds/pipeline.ts";
import type { SwitchStep } from "#domain/pipelines/kinds/switch.ts";
import type { Step, Steps } from "#domain/pipelines/step.ts";
import { placedIn } from "#domain/pipelines/sub-pipelines.ts";
import { isListWithinLimits } from "#domain/pipelines/value-limits.ts";

import { evaluateOutputs } from "./evaluate-outputs.ts";
import { openPipeline } from "./open-pipeline.ts";
import { openStep } from "./open-step.ts";
import { chosenCase, settleItems, settleRest, settleWithin } from "./settle-steps.ts";
import {
  innerKey,
  isSettled,
  isWithin,
  itemKey,
  type StepError,
  type StepRow,
} from "./step-row.ts";
import { applyTimeout, visitSingleStep } from "./visit-step.ts";
import {
  completeStep,
  dependenciesOf,
  evaluate,
  failStep,
  setRow,
  skipStep,
  type Mode,
  type Progress,
  type Scope,
  type Work,
} from "./work.ts";

/** Visits the steps of a scope in their order. After a failure, nothing new starts in it. */
export function visitScope(work: Work, scope: Scope, mode: Mode): Progress {
  const progress: { -readonly [Flag in keyof Progress]: Progress[Flag] } = {};
  for (const [name, step] of Object.entries(scope.steps)) {
    const mayStart = mode.mayStart && failureIn(work, scope) === null;
    const { isRunning, isPending, isAsked } = visitStep(work, scope, {
      name,
      step,
      mode: { ...mode, mayStart },
    });
    if (isRunning === true) progress.isRunning = true;
    if (isPending === true) progress.isPending = true;
    if (isAsked === true) progress.isAsked = true;
  }
  if (failureIn(work, scope) !== null && progress.isRunning !== true) settleRest(work, scope);
  return progress;
}

/** The failure that ends a scope. */
export function failureIn(work: Work, scope: Pick<Scope, "key" | "steps">): StepError | null {
  for (const [name, step] of Object.entries(scope.steps)) {
    if (step.onError === "continue") continue;
    const row = work.rows.get(innerKey(scope.key, name));
    if (row?.status === "failed") return row.error ?? { code: "internal" };
    if (row?.status === "canceled") return { code: "step_canceled", step: row.key };
  }
  return null;
}

export function isScopeSettled(work: Work, { key, steps }: Pick<Scope, "key" | "steps">): boolean {
  return Object.keys(steps).every((name) => isSettled(work.rows.get(innerKey(key, name))));
}

interface Visit<Kind extends Step = Step> {
  readonly name: string;
  readonly step: Kind;
  readonly mode: Mode;
}

function visitStep(work: Work, scope: Scope, { name, step, mode }: Visit): Progress {
  const key = innerKey(scope.key, name);
  const row = work.rows.get(key);
  if (isSettled(row)) return {};
  if (step.kind !== "map" && step.kind !== "switch" && step.kind !== "pipeline") {
    return visitSingleStep(work, scope, { name, step, mode });
  }
  if (row === undefined) {
    if (!mode.mayStart) return {};
    const opened = openStep(work, scope, { name, step });
    if ("progress" in opened) return opened.progress;
    const { values } = opened;
    if (step.kind === "map") openMap(work, { key, step, over: values[0]?.value });
    else if (step.kind === "pipeline") openPipeline(work, key, { step, values });
    else if (!openSwitch(work, scope, { key, name, step })) return { isPending: true };
  }
  const open = work.rows.get(key);
  if (open === undefined || isSettled(open)) return {};
  const isExpired = applyTimeout(work, open, step);
  const inner = isExpired ? { mayStart: false, mustCancel: true } : mode;
  const progress = visitInner(work, scope, { name, step, mode: inner }, open);
  if (isExpired && progress.isRunning !== true && !isSettled(work.rows.get(key))) {
    settleWithin(work, open, step);
    failStep(work, key, { code: "step_timed_out" });
  }
  noteQuestion(work, key, progress);
  return progress;
}

/** Gives a step with inner steps the status `asked` while these wait for a person only. */
function noteQuestion(
  work: Work,
  key: string,
  { isRunning = false, isPending = false, isAsked = false }: Progress,
): void {
  const row = work.rows.get(key);
  if (row === undefined || isSettled(row)) return;
  const status = isAsked && !isRunning && !isPending ? "asked" : "running";
  if (row.status !== status) setRow(work, key, { ...row, status });
}

function visitInner(work: Work, scope: Scope, { name, step, mode }: Visit, row: StepRow): Progress {
  if (step.kind === "map") return visitItems(work, scope, { name, step, mode }, row);
  if (step.kind === "pipeline") return visitPipeline(work, scope, { step, mode }, row);
  if (step.kind === "switch") return visitCase(work, scope, { name, step, mode }, row);
  throw new Error(`Step ${row.key} has no inner steps.`);
}

function openMap(
  work: Work,
  { key, step, over }: { key: string; step: MapStep<Steps>; over: unknown },
): void {
  if (!Array.isArray(over)) {
    failStep(work, key, { code: "expression_failed", message: "The value is not a list." });
  } else if (over.length > step.maxItems) failStep(work, key, { code: "too_many_items" });
  else {
    const startedAt = work.state.now;
    setRow(work, key, { status: "running", items: over.length, value: { over }, startedAt });
  }
}

/** Chooses the first case whose condition is true. Returns false while a condition has no value yet. */
function openSwitch(
  work: Work,
  scope: Scope,
  { key, name, step }: { key: string; name: string; step: SwitchStep<Steps> },
): boolean {
  const uses = dependenciesOf(scope, name);
  let picked = step.cases.length;
  for (const [ordinal, { when: text }] of step.cases.entries()) {
    const place = { key, step: name, path: ["cases", ordinal, "when"], text, uses };
    const condition = evaluate(work, scope, place);
    if (condition === undefined) return false;
    if (condition.outcome === "failed") {
      failStep(work, key, condition);
      return true;
    }
    if (condition.outcome === "absent") {
      skipStep(work, key, "value_absent");
      return true;
    }
    if (condition.value === true) {
      picked = ordinal;
      break;
    }
  }
  if (picked === step.cases.length && step.otherwise === undefined) skipStep(work, key, "no_case");
  else setRow(work, key, { status: "running", picked, startedAt: work.state.now });
  return true;
}

function visitItems(
  work: Work,
  scope: Scope,
  { name, step, mode }: Visit<MapStep<Steps>>,
  row: StepRow,
): Progress {
  const { key, items = 0, value } = row;
  const list = (value?.["over"] ?? []) as readonly unknown[];
  const { isUnlimited = false } = work.state;
  const concurrency = isUnlimited ? Infinity : (step.concurrency ?? Infinity);
  const budget = { left: concurrency - countRunningWithin(work, key) };
  const budgets = [...scope.budgets, budget];
  const progress: { -readonly [Flag in keyof Progress]: Progress[Flag] } = {};
  let isEnding = false;
  let failure = failureOfMap(work, step, row);
  for (let index = 0; index < items; index += 1) {
    const itemsKey = itemKey(key, index);
    if (isSettled(work.rows.get(itemsKey))) continue;
    const map = { name, item: list[index], index };
    const inner: Scope = {
      ...scope,
      key: itemsKey,
      steps: step.steps,
      parent: scope,
      map,
      budgets,
    };
    const mayStart = mode.mayStart && failure === null;
    const { isRunning, isPending, isAsked } = visitScope(work, inner, { ...mode, mayStart });
    if (isRunning === true) progress.isRunning = true;
    if (isPending === true) progress.isPending = true;
    if (isAsked === true) progress.isAsked = true;
    if (isRunning !== true && !endItem(work, inner, { name, step })) {
      progress.isPending = true;
      isEnding = true;
    }
    if (step.onItemError !== "drop") failure ??= work.rows.get(itemsKey)?.error ?? null;
  }
  if (failure !== null) {
    // An item whose steps have completed keeps its value.
    if (progress.isRunning === true || isEnding) return progress;
    settleItems(work, key, { steps: step.steps, row: work.rows.get(key) });
    failStep(work, key, failure);
    return {};
  }
  if (rowsOfItems(work, row).every(isSettled)) completeMap(work, row);
  return progress;
}

/** Settles an item whose steps have ended. Returns false while its value is not known. */
function endItem(
  work: Work,
  scope: Scope,
  { name, step }: { name: string; step: MapStep<Steps> },
): boolean {
  const failure = failureIn(work, scope);
  if (failure !== null) {
    failStep(work, scope.key, failure);
    return true;
  }
  if (!isScopeSettled(work, scope)) return true;
  const value = evaluateResult(work, scope, { name, path: ["value"], text: step.value });
  if (value === undefined) return false;
  if (value.outcome === "failed") failStep(work, scope.key, value);
  else completeStep(work, scope.key, value.outcome === "value" ? { value: value.value } : {});
  return true;
}

function completeMap(work: Work, row: StepRow): void {
  const items = valuesOfItems(work, row);
  if (isListWithinLimits(items)) completeStep(work, row.key, { items });
  else failStep(work, row.key, { code: "value_too_large" });
}

/** Values of a map's items so far. An item without a value is not in the result. */
function valuesOfItems(work: Work, row: StepRow): unknown[] {
  return rowsOfItems(work, row).flatMap((item) =>
    item?.status === "completed" && item.value !== undefined && "value" in item.value
      ? [item.value["value"]]
      : [],
  );
}

function rowsOfItems(work: Work, { key, items = 0 }: StepRow): (StepRow | undefined)[] {
  return Array.from({ length: items }, (_, index) => work.rows.get(itemKey(key, index)));
}

/** The failure that ends a map: of an item, or a result that is too large already, so that no more items are paid. */
function failureOfMap(work: Work, { onItemError }: MapStep<Steps>, row: StepRow): StepError | null {
  const failed = rowsOfItems(work, row).find((item) => item?.status === "failed");
  if (onItemError !== "drop" && failed !== undefined) return failed.error ?? { code: "internal" };
  return isListWithinLimits(valuesOfItems(work, row)) ? null : { code: "value_too_large" };
}

function countRunningWithin(work: Work, mapKey: string): number {
  let running = 0;
  for (const row of work.rows.values()) {
    if (row.status !== "running" || !isWithin(row.key, mapKey)) continue;
    if (work.effectOf(row) !== "scope") running += 1;
  }
  return running;
}

function visitCase(
  work: Work,
  scope: Scope,
  { name, step, mode }: Visit<SwitchStep<Steps>>,
  row: StepRow,
): Progress {
  const { key } = row;
  const chosen = chosenCase(step, row);
  const inner: Scope = { ...scope, key, steps: chosen.steps, parent: scope };
  const progress = visitScope(work, inner, mode);
  if (progress.isRunning === true) return progress;
  const failure = failureIn(work, inner);
  if (failure !== null) {
    failStep(work, key, failure);
    return {};
  }
  if (!isScopeSettled(work, inner)) return progress;
  const value = evaluateResult(work, inner, { name, ...chosen.value });
  if (value === undefined) return { isPending: true };
  if (value.outcome === "failed") failStep(work, key, value);
  else if (value.outcome === "absent") skipStep(work, key, "value_absent");
  else completeStep(work, key, { value: value.value });
  return {};
}

/** Visits the steps of a pipeline within a run. They see its inputs, and no steps around it. */
function visitPipeline(
  work: Work,
  { budgets }: Pick<Scope, "budgets">,
  { step, mode }: { step: SubPipelineStep; mode: Mode },
  { key, value }: StepRow,
): Progress {
  const { definition, checked } = placedIn(step);
  const inputs = (value?.["inputs"] ?? {}) as Readonly<Record<string, unknown>>;
  const program = { inputs, dependencies: checked.dependencies, checked };
  const scope: Scope = { key, steps: definition.steps, parent: null, program, budgets };
  const progress = visitScope(work, scope, mode);
  if (progress.isRunning === true) return progress;
  const failure = failureIn(work, scope);
  if (failure !== null) {
    failStep(work, key, failure);
    return {};
  }
  if (!isScopeSettled(work, scope)) return progress;
  const result = evaluateOutputs(work, scope, definition.outputs);
  if (result === undefined) return { isPending: true };
  if ("outcome" in result) failStep(work, key, result);
  else completeStep(work, key, result.outputs);
  return {};
}

/** Evaluates the result of a scope, which uses the steps in it and around it. */
function evaluateResult(
  work: Work,
  scope: Scope,
  { name, path, text }: { name: string; path: readonly (string | number)[]; text: string },
) {
  const uses = [...new Set([...Object.keys(scope.steps), ...dependenciesOf(scope, name)])];
  return evaluate(work, scope, { key: scope.key, step: name, path, text, uses });
}
