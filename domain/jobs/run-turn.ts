/** Signal to a run's workflow: a job of its steps has ended. */
export const advanceSignal = "advance";

/** Task of a running step, which the workflow performs. A repeated task has no further effect. */
export interface RunTask {
  /** Key of the step. */
  readonly key: string;
  readonly taskQueue: string;
}

/** Result of a turn: the run has ended, or it waits for a signal, at most until the next timeout. */
export type RunTurnResult =
  | {
      readonly state: "ended";
      readonly status: string;
      /** The same as `details` of an open run. Missing when an earlier turn has ended the run. */
      readonly details?: string;
    }
  | {
      readonly state: "open";
      /** Further steps can start at once. */
      readonly more: boolean;
      readonly waitMs: number;
      readonly tasks: readonly RunTask[];
      /** Steps with their states, as Markdown for operators. Has no text of the caller. */
      readonly details: string;
    };
