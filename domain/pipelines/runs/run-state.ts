import type { ErrorCode } from "#domain/errors.ts";
import type { CheckedDefinition } from "#domain/pipelines/check-definition.ts";
import type { Definition } from "#domain/pipelines/definition.ts";
import type { JsonPath } from "#domain/pipelines/json-path.ts";

import type { StartDelays } from "./pace-starts.ts";
import type { StepError, StepRow, StepValue, TaskEnd } from "./step-row.ts";

/** A run as its rows describe it. */
export interface RunState {
  readonly definition: Definition;
  /** Steps that each step waits for, by name. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly rows: ReadonlyMap<string, StepRow>;
  /** Answers to questions of former runs, by the step's key. */
  readonly answers: Readonly<Record<string, StepValue>>;
  /** Names or keys of steps that reuse nothing. */
  readonly fresh: readonly string[];
  /** Set once the run must start nothing more. */
  readonly stopped: "canceled" | "timed_out" | null;
  /** Without a language model, the run asks a person for texts. */
  readonly hasLanguageModel: boolean;
  /** Starts steps without any limit: shows which of them have results to reuse. */
  readonly isUnlimited?: boolean;
  /** Absent: steps start as fast as the limits of concurrency allow. */
  readonly startDelays?: StartDelays;
  readonly now: Date;
}

/** End of the job or task of a running step. */
export type StepEnd = TaskEnd | { readonly status: "canceled" };

/** A text to evaluate, with the values that it can use. */
export interface ValueRequest {
  readonly id: string;
  /** Name of the step; absent for an output of the run. */
  readonly step?: string;
  readonly key: string;
  readonly path: JsonPath;
  readonly text: string;
  /** Name of the innermost map around the text. */
  readonly map?: string;
  /** The pipeline within the run to which the text belongs; absent for the run's own definition. */
  readonly checked?: CheckedDefinition;
  readonly values: {
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly steps: Readonly<Record<string, StepValue>>;
    readonly item?: unknown;
    readonly index?: number;
  };
}

/** `absent`: the text uses a value that is absent. */
export type EvaluatedValue =
  | { readonly outcome: "value"; readonly value: unknown }
  | { readonly outcome: "absent" }
  | { readonly outcome: "failed"; readonly code: ErrorCode; readonly message: string };

/** Sources of facts that are not in the run's own rows. Equal arguments give equal results within a decision. */
export interface RunSources {
  /** Returns undefined for a value that is not evaluated yet. */
  readonly evaluate: (request: ValueRequest) => EvaluatedValue | undefined;
  readonly sha256: (text: string) => string;
  /** Returns undefined while the step's job or task runs. */
  readonly endOf: (row: StepRow) => StepEnd | undefined;
  /** Returns the nearest ancestor's result of the same request whose files are kept. */
  readonly reusable: (key: string, requestHash: string) => ReusableStep | undefined;
  /** Returns the refusal of an attempt's job, such as a price over the limit. */
  readonly refusal: (key: string, attempt: number) => StepError | undefined;
}

export interface ReusableStep {
  readonly value: StepValue;
  readonly jobId?: string;
}

export interface StepStart {
  readonly key: string;
  /** Name in rows and prices. */
  readonly step: string;
  readonly effect: "job" | "task";
  readonly attempt: number;
  /** The step's fields with their values, for this attempt. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly requestHash: string;
}

export interface RunEnd {
  readonly status: "completed" | "failed" | "canceled" | "needs_input";
  readonly error?: StepError;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

export interface RunDecision {
  /** Values to evaluate before the run is decided again. With any, the rest of the decision is preliminary. */
  readonly missing: readonly ValueRequest[];
  /** Rows that changed, without those of steps that start. */
  readonly rows: readonly StepRow[];
  readonly starts: readonly StepStart[];
  /** Keys of running steps whose jobs must be canceled. */
  readonly cancels: readonly string[];
  /** Running steps whose tasks have no result, those that start included. */
  readonly tasks: readonly Pick<StepRow, "key">[];
  /** True when further steps can start at once. */
  readonly more: boolean;
  /** True when further steps can start once those that were started have begun. */
  readonly isPaced: boolean;
  /** Time of the next timeout of a step. */
  readonly nextTimeout: Date | null;
  readonly end: RunEnd | null;
}
