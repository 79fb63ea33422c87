import { kindOf } from "#domain/pipelines/kinds/index.ts";
import type { Step } from "#domain/pipelines/step.ts";

import { openStep } from "./open-step.ts";
import { requestText } from "./request-hash.ts";
import { resolveStep, type ResolvedStep } from "./resolve-step.ts";
import { settleEnded } from "./settle-steps.ts";
import { hasFurtherAttempt, requestOfAttempt } from "./step-attempts.ts";
import { innerKey, isWithin, type StepError, type StepRow } from "./step-row.ts";
import {
  completeStep,
  failStep,
  isStop,
  setRow,
  type Mode,
  type Progress,
  type Scope,
  type Work,
} from "./work.ts";

/** Visits a step without inner steps that has not settled. */
export function visitSingleStep(
  work: Work,
  scope: Scope,
  { name, step, mode }: { name: string; step: Step; mode: Mode },
): Progress {
  const key = innerKey(scope.key, name);
  const row = work.rows.get(key);
  if (row?.status === "asked") return { isAsked: true };
  if (row?.status === "running") {
    const mustCancel = applyTimeout(work, row, step) || mode.mustCancel;
    if (mustCancel && kindOf(step).effect === "task") {
      settleEnded(work, work.rows.get(key) ?? row, { status: "canceled" });
      return {};
    }
    if (mustCancel) work.cancels.add(key);
    return { isRunning: true };
  }
  if (!mode.mayStart) return {};
  const { effect } = kindOf(step);
  const isAnswered = effect === "answer" || (step.kind === "write" && !isWritten(work, key));
  const needsCapacity = (effect === "job" || effect === "task") && !isAnswered;
  if (needsCapacity && !hasCapacity(work, scope)) return { isPending: true };

  const opened = openStep(work, scope, { name, step });
  if ("progress" in opened) return opened.progress;
  const resolved = resolveStep(step, opened.values);
  if (effect === "row") {
    completeStep(work, key, { value: resolved["value"] });
    return {};
  }
  const requestHash = work.sources.sha256(requestText(kindOf(step).version, resolved));
  if (reuse(work, { key, step, requestHash })) return {};
  if (isAnswered) return ask(work, { key, resolved, requestHash });
  if (effect !== "job" && effect !== "task") throw new Error(`Step ${key} cannot start.`);
  return start(work, scope, { key, step, effect, resolved, requestHash });
}

/** Reports whether the language model writes a text. An answer of a person replaces it. */
function isWritten({ state: { hasLanguageModel, answers } }: Work, key: string): boolean {
  return hasLanguageModel && !Object.hasOwn(answers, key);
}

/** Marks a step whose time is over. Its job may still complete before it is canceled. */
export function applyTimeout(work: Work, row: StepRow, { timeoutSeconds }: Step): boolean {
  if (timeoutSeconds === undefined || row.startedAt === undefined) return false;
  if (noteTimeout(work, row.startedAt, timeoutSeconds)) return false;
  if (row.error?.code !== "step_timed_out") {
    setRow(work, row.key, { ...row, error: { code: "step_timed_out" } });
  }
  return true;
}

/** Returns false when the time is over. */
function noteTimeout(work: Work, startedAt: Date, timeoutSeconds: number): boolean {
  const end = new Date(startedAt.getTime() + timeoutSeconds * 1_000);
  if (end <= work.state.now) return false;
  if (work.nextTimeout === null || end < work.nextTimeout) work.nextTimeout = end;
  return true;
}

function hasCapacity(work: Work, scope: Scope): boolean {
  return work.starts.length < work.capacity && scope.budgets.every(({ left }) => left > 0);
}

interface Opened {
  readonly key: string;
  readonly requestHash: string;
}

/** Takes over the result of an ancestor's equal request. A stop is asked again. */
function reuse(work: Work, { key, step, requestHash }: Opened & { step: Step }): boolean {
  const { answers, fresh } = work.state;
  if (work.rows.has(key) || Object.hasOwn(answers, key)) return false;
  const isFresh = (named: string) =>
    isWithin(key, named) || isWithin(work.nameOf(key), named) || named === key;
  if (fresh.some(isFresh)) return false;
  const former = work.sources.reusable(key, requestHash);
  if (former === undefined || isStop(step, former.value)) return false;
  setRow(work, key, { status: "reused", requestHash, ...former });
  return true;
}

function ask(
  work: Work,
  { key, resolved, requestHash }: Opened & { resolved: ResolvedStep },
): Progress {
  const answer = work.state.answers[key];
  if (answer === undefined) {
    setRow(work, key, { status: "asked", requestHash, value: { ...resolved } });
    return { isAsked: true };
  }
  setRow(work, key, { status: "completed", requestHash, value: answer });
  return {};
}

/** Starts the next attempt whose job is not refused. */
function start(
  work: Work,
  scope: Scope,
  {
    key,
    step,
    effect,
    resolved,
    requestHash,
  }: Opened & { step: Step; effect: "job" | "task"; resolved: ResolvedStep },
): Progress {
  let attempt = work.rows.get(key)?.attempt ?? 1;
  for (;;) {
    const refusal: StepError | undefined = work.sources.refusal(key, attempt);
    if (refusal === undefined) break;
    if (!hasFurtherAttempt(step, attempt, refusal.code)) {
      failStep(work, key, refusal);
      return {};
    }
    attempt += 1;
  }
  const request = requestOfAttempt(step, resolved, attempt);
  if (step.timeoutSeconds !== undefined) noteTimeout(work, work.state.now, step.timeoutSeconds);
  work.starts.push({ key, step: work.nameOf(key), effect, attempt, request, requestHash });
  for (const budget of scope.budgets) budget.left -= 1;
  return { isRunning: true };
}
