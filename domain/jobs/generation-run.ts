import type { ErrorCode } from "#domain/errors.ts";

/**
 * Identifies one generation of a job. Contains ids only, so that no prompt, key or file enters a workflow
 * history.
 */
export interface GenerationRef {
  readonly jobId: string;
  readonly step: string;
  readonly generation: number;
}

/** Input of `storeOutput`. */
export interface StoreOutputInput extends GenerationRef {
  /**
   * The step also completes the job, as `completeJob` does. Workflows of version 2.0.1 and older do not ask for
   * it and schedule `completeJob`.
   */
  readonly completes?: true;
}

/** Final status of a job. */
export interface GenerationOutcome {
  readonly status: string;
}

/** Facts of a job that operators filter runs by. */
export interface RunFacts {
  readonly provider: string;
  readonly model: string;
  readonly contentType: string;
  readonly credits: number;
}

/** The routing decision, as operators see it in the workflow history. */
export interface GenerationPlan extends RunFacts {
  /** Capability, or name of a media operation. */
  readonly capability: string;
  /** Number of the attempt. Absent in histories from before failover existed. */
  readonly generation?: number;
  /**
   * Seconds that the provider may take. Enforced by `pollProvider`; workflows of version 2.0.1 and older read
   * the limit here.
   */
  readonly deadlineSeconds: number;
}

/** Input of `beginJob`. */
export interface BeginJobInput {
  readonly jobId: string;
  /**
   * The run writes only the search attributes that differ, once the result confirms it. Workflows of version 2.0.1 and
   * older do not ask for it and write all of them.
   */
  readonly writesChanges?: true;
}

/** State in which a run starts or resumes. */
export type StartPosition =
  | { readonly state: "ended"; readonly status: string }
  | {
      readonly state: "canceling";
      readonly plan: GenerationPlan | null;
      readonly writesChanges?: true;
    }
  | {
      readonly state: "running";
      readonly needsIntent: boolean;
      readonly needsInputs: boolean;
      readonly plan: GenerationPlan | null;
      readonly writesChanges?: true;
    };

/** Parsing a message ends the job when the caller must clarify it or has canceled the job in the meantime. */
export type ParseOutcome =
  | { readonly outcome: "parsed" }
  | { readonly outcome: "ended"; readonly status: string };

export type SubmitOutcome =
  | { readonly state: "accepted" }
  | { readonly state: "succeeded" }
  /** The provider certainly made nothing; the request may be sent again after the delay. */
  | { readonly state: "not_sent"; readonly code: ErrorCode; readonly retryAfterMs: number }
  /** All slots of the provider are in use. The run receives a signal when it gets a slot. */
  | { readonly state: "waiting" }
  /** The response was lost, and sending the request again could charge twice. */
  | { readonly state: "unknown" }
  /** The job has ended or is being canceled: nothing may be sent. */
  | { readonly state: "stopped" };

/**
 * Result of the search for a request whose response was lost. `absent`: the provider certainly made nothing,
 * so the request is sent again.
 */
export interface ReconcileOutcome {
  readonly state: "accepted" | "succeeded" | "absent";
}
