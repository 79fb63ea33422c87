import type { ErrorCode } from "#domain/errors.ts";

/** One generation of a job: ids only, so that no prompt, key or file enters a history. */
export interface GenerationRef {
  readonly jobId: string;
  readonly step: string;
  readonly generation: number;
}

/** The choice that was made, in the words of an operator. */
export interface GenerationPlan {
  readonly provider: string;
  readonly model: string;
  readonly contentType: string;
  readonly capability: string;
  readonly credits: number;
  /** Which attempt this is. Absent in histories from before there could be a second. */
  readonly generation?: number;
  /**
   * Seconds the provider may take. Judged by `pollProvider`; workflows of version 2.0.1 and older read
   * it here.
   */
  readonly deadlineSeconds: number;
}

/** Where a run starts, or goes on. */
export type StartPosition =
  | { readonly state: "ended"; readonly status: string }
  | { readonly state: "canceling"; readonly plan: GenerationPlan | null }
  | {
      readonly state: "running";
      readonly needsIntent: boolean;
      readonly needsInputs: boolean;
      readonly plan: GenerationPlan | null;
    };

/** Reading a message ends the job itself when the caller must be asked, or has canceled meanwhile. */
export type ParseOutcome =
  | { readonly outcome: "parsed" }
  | { readonly outcome: "ended"; readonly status: string };

export type SubmitOutcome =
  | { readonly state: "accepted" }
  | { readonly state: "succeeded" }
  /** Certainly nothing was made; send again after the time. */
  | { readonly state: "not_sent"; readonly code: ErrorCode; readonly retryAfterMs: number }
  /** All slots of the provider are in use; the run is told when it has one. */
  | { readonly state: "waiting" }
  /** The answer was lost, and sending again could pay twice. */
  | { readonly state: "unknown" }
  /** The job has ended, or is being canceled: nothing may be sent. */
  | { readonly state: "stopped" };

/** What was found out about a lost answer. `absent`: certainly nothing was made, so send again. */
export interface ReconcileOutcome {
  readonly state: "accepted" | "succeeded" | "absent";
}
