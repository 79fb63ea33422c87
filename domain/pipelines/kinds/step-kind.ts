import type { z } from "zod";

import type { Issue } from "#domain/errors.ts";
import type { ValuePlace } from "#domain/pipelines/fields.ts";
import type { JsonPath } from "#domain/pipelines/json-path.ts";
import type { CheckedVersion } from "#domain/pipelines/sub-pipelines.ts";
import type { ValueType } from "#domain/pipelines/value-types.ts";

/**
 * Effect of a step: `job` is a separate job, paid or free, `task` a call without a job, `answer` waits for a
 * person, `row` only computes a value, `scope` runs inner steps.
 */
export type StepEffect = "job" | "task" | "answer" | "row" | "scope";

/** Steps within a step: the item of a map, or a case of a switch. They see the steps around them. */
export interface InnerScope<Steps> {
  /** Path of the scope's steps within the step. */
  readonly path: JsonPath;
  readonly steps: Steps;
  /** The scope's result, evaluated within the scope. */
  readonly value: ValuePlace;
  /** Upper limit of the scope's repetitions. */
  readonly times: number;
}

/** Types that the check has found for the places of a step; undefined where one has an issue. */
export interface StepTypes {
  readonly at: (path: JsonPath) => ValueType | undefined;
  readonly pipeline: (pipelineId: string, version: number) => CheckedVersion | undefined;
}

/** One step kind: its fields, its results and its own rules. */
export interface StepKind<Step, Steps = never> {
  readonly effect: StepEffect;
  /** Part of the request's hash: a new number makes a resumed run execute such steps again. */
  readonly version: number;
  /** `steps` is the schema of inner steps. */
  readonly schema: (steps: z.ZodType) => z.ZodObject;
  /** Expressions besides `when`, without those of inner scopes. */
  readonly places: (step: Step) => readonly ValuePlace[];
  readonly scopes?: (step: Step) => readonly InnerScope<Steps>[];
  /** Types of the fields besides `status` that other steps can use; null when an issue leaves them unknown. */
  readonly resultOf: (step: Step, types: StepTypes) => Readonly<Record<string, ValueType>> | null;
  /** True if the results may be absent although the step ran. */
  readonly mayBeAbsent?: (step: Step, types: StepTypes) => boolean;
  /** Rules besides the schema and the types of places. Pointers start at the step. */
  readonly issues?: (step: Step, types: StepTypes) => readonly Issue[];
}
