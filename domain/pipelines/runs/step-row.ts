import type { ErrorCode } from "#domain/errors.ts";

/**
 * Statuses of a step. `waiting` is a step between two attempts; `asked` one with an open question, or one whose inner
 * steps wait for a person only.
 */
export const stepStatuses = [
  "waiting",
  "running",
  "completed",
  "reused",
  "skipped",
  "failed",
  "canceled",
  "asked",
] as const;
export type StepStatus = (typeof stepStatuses)[number];

export interface StepError {
  readonly code: ErrorCode;
  readonly message?: string;
  /** Explanation by the provider. */
  readonly reason?: string;
  /** Key of the step that failed, on the errors of the scopes around it. */
  readonly step?: string;
  readonly jobId?: string;
}

/** Reason for which a step was skipped. */
export type SkipReason = "condition_false" | "value_absent" | "no_case" | "scope_ended";

/** Fields of a step's result, by name. */
export type StepValue = Readonly<Record<string, unknown>>;

/** End of a step's task. `asked`: a person must provide the result. */
export type TaskEnd =
  | { readonly status: "completed"; readonly value: StepValue }
  | { readonly status: "failed"; readonly error: StepError }
  | { readonly status: "asked" };

/** Result of a step's task. `sent`: the step ends with the deliveries of a webhook event. */
export type TaskResult = TaskEnd | { readonly status: "sent"; readonly eventId: string };

/**
 * A step of a run, or an item of a map. The key is the path of names: `voice`, `shots[2]` for an item,
 * `shots[2].take` for a step of that item.
 */
export interface StepRow {
  readonly key: string;
  /**
   * Name of the step; for an item, the name of its map. Steps of a pipeline within the run are prefixed with the name
   * of their `pipeline` step: `sub.take`.
   */
  readonly step: string;
  readonly status: StepStatus;
  /** Number of the step's last attempt, from 1. Each attempt is a separate job or task. */
  readonly attempt: number;
  readonly jobId?: string;
  readonly requestHash?: string;
  /** The step's result; while its task runs, the step's fields with their values. */
  readonly value?: StepValue;
  /** Result of the step's task, until a turn settles the step. */
  readonly result?: TaskResult;
  readonly error?: StepError;
  readonly reason?: SkipReason;
  /** Number of a map's items, once its list is known. */
  readonly items?: number;
  /** Position of the switch's chosen case; the number of cases stands for `otherwise`. */
  readonly picked?: number;
  readonly startedAt?: Date;
}

const settled: readonly StepStatus[] = ["completed", "reused", "skipped", "failed", "canceled"];

/** Reports whether a step has ended. Its row never changes again. */
export function isSettled(row: StepRow | undefined): boolean {
  return row !== undefined && settled.includes(row.status);
}

export function itemKey(mapKey: string, index: number): string {
  return `${mapKey}[${index}]`;
}

/** Reports whether a key is that of an item of a map. */
export function isItemKey(key: string): boolean {
  return key.endsWith("]");
}

export function innerKey(scopeKey: string, name: string): string {
  return scopeKey === "" ? name : `${scopeKey}.${name}`;
}

/** Reports whether a key belongs to the scope or to a step within it. */
export function isWithin(key: string, scopeKey: string): boolean {
  return scopeKey === "" || key.startsWith(`${scopeKey}.`) || key.startsWith(`${scopeKey}[`);
}
