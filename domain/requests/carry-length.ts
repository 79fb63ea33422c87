import type { Issue } from "#domain/errors.ts";

import type { InputKind } from "./capability.ts";
import { fitNumber, numberIn } from "./fit-value.ts";
import {
  inputLength,
  type InputFacts,
  inputNouns,
  type LengthRule,
  ruleFor,
} from "./input-facts.ts";
import type { ModelParameter, ParameterValue } from "./model-parameters.ts";

interface Target {
  readonly values: Record<string, unknown>;
  readonly issues: Issue[];
  readonly assumptions: string[];
}

interface Measured {
  readonly inputs: readonly InputFacts[];
  readonly rule: LengthRule | undefined;
  /** The model's duration parameter, if it has one. */
  readonly duration: readonly [name: string, parameter: ModelParameter] | undefined;
  /** True when the caller gave a duration, which is then in `values`. */
  readonly isSaid: boolean;
}

/**
 * Sets the duration to the length of the inputs when they determine the job's length and the caller gave no
 * duration; the result is an assumption on the job. An input that is longer than the given duration or than
 * the model accepts is an issue.
 */
export function carryLength(
  { inputs, rule: known, duration, isSaid }: Measured,
  { values, issues, assumptions }: Target,
): void {
  const rule = known && ruleFor(known, values);
  issues.push(...tooShort(inputs, rule));
  if (duration === undefined) issues.push(...withoutLength(inputs, rule));
  const length = inputLength(rule, inputs);
  if (length === null) return;
  const { kind, ordinal, seconds } = length;
  const parameter = duration?.[1] ?? {};
  const most = Math.min(longestOf(parameter), rule?.max ?? Infinity);
  if (seconds > most) {
    const message = `The ${inputNouns[kind]} lasts ${seconds} s; the model takes at most ${most} s.`;
    issues.push({ pointer: `/inputs/${ordinal}`, code: "too_long", message });
    return;
  }
  if (duration === undefined) {
    assumptions.push(
      `durationSeconds: ${seconds} s are charged, the duration of the ${inputNouns[kind]}.`,
    );
    return;
  }
  const [name] = duration;
  if (!isSaid && length.isWhole) {
    const value = roomFor(parameter, seconds);
    values[name] = value;
    assumptions.push(
      `durationSeconds: ${value} is used for the ${inputNouns[kind]} of ${seconds} s.`,
    );
    return;
  }
  const paidSeconds = numberIn(String(values[name]));
  const issue = paidLengthIssue(kind, { seconds, paidSeconds });
  if (issue !== null) issues.push(issue);
}

/**
 * Returns the issue of an input whose billed seconds exceed the seconds in the price; otherwise null. Assets
 * are checked when a job is accepted, files from URLs by the adapters (`checkPaidLength`).
 */
export function paidLengthIssue(
  kind: InputKind,
  { seconds, paidSeconds }: { seconds: number; paidSeconds: number },
): Issue | null {
  if (!(seconds > paidSeconds)) return null;
  return {
    pointer: "/parameters/durationSeconds",
    code: "value_not_supported",
    message:
      `The ${inputNouns[kind]} lasts ${seconds} s, but durationSeconds is ${paidSeconds}: set durationSeconds to ` +
      `${seconds}, or send a shorter file.`,
  };
}

function tooShort(inputs: readonly InputFacts[], rule: LengthRule | undefined): Issue[] {
  const { of = [], min = 0 } = rule ?? {};
  return inputs.flatMap(({ kind, durationSeconds = Infinity }, ordinal) => {
    if (!of.includes(kind) || durationSeconds >= min) return [];
    const message = `The ${inputNouns[kind]} is too short; the model takes at least ${min} s.`;
    return [{ pointer: `/inputs/${ordinal}`, code: "too_short", message }];
  });
}

/** Issues for inputs whose length determines the price and cannot be read. */
function withoutLength(inputs: readonly InputFacts[], rule: LengthRule | undefined): Issue[] {
  return inputs.flatMap(({ kind, hasNoLength }, ordinal) => {
    if (hasNoLength !== true || rule?.of.includes(kind) !== true) return [];
    const message =
      `The duration of the ${inputNouns[kind]} cannot be read from the file, and the price depends on it; ` +
      "use another format.";
    return [{ pointer: `/inputs/${ordinal}`, code: "length_unknown", message }];
  });
}

function longestOf({ enum: values, maximum = Infinity }: ModelParameter): number {
  return values === undefined ? maximum : Math.max(...values.map(numberIn));
}

/** Returns the smallest accepted value that is not shorter than the input. */
function roomFor(parameter: ModelParameter, seconds: number): ParameterValue {
  const listed = parameter.enum
    ?.filter((value) => numberIn(value) >= seconds)
    .toSorted((left, right) => numberIn(left) - numberIn(right))[0];
  return listed ?? fitNumber(parameter, seconds).value ?? seconds;
}
