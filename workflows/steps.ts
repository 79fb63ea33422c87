import type { ErrorCode } from "#domain/errors.ts";
import type {
  GenerationOutcome,
  GenerationPlan,
  GenerationRef,
  ParseOutcome,
  ReconcileOutcome,
  StartPosition,
  SubmitOutcome,
} from "#domain/jobs/generation-run.ts";
import type { JobStage } from "#domain/jobs/job.ts";

/** The steps of a generation. The wiring gives each step its task queue, timeouts and retries. */
export interface GenerationSteps {
  beginJob(input: { jobId: string }): Promise<StartPosition>;
  parseIntent(input: { jobId: string }): Promise<ParseOutcome>;
  storeInputs(input: { jobId: string }): Promise<void>;
  planGeneration(input: { jobId: string; step: string }): Promise<GenerationPlan>;
  submitToProvider(ref: GenerationRef, plan: GenerationPlan): Promise<SubmitOutcome>;
  /** Returns when the provider is done. */
  pollProvider(ref: GenerationRef, plan: GenerationPlan): Promise<void>;
  /** Determines the outcome of a request whose response was lost. */
  reconcileSubmission(ref: GenerationRef, plan: GenerationPlan): Promise<ReconcileOutcome>;
  /** Chooses another model after a certain "nothing was made". Returns null when no model is suitable. */
  failOver(ref: GenerationRef): Promise<GenerationPlan | null>;
  cancelAtProvider(
    ref: GenerationRef,
    plan: GenerationPlan,
  ): Promise<{ outcome: "canceled" | "succeeded" }>;
  /** Also completes the job; returns nothing when it could not, so that `completeJob` must. */
  storeOutput(
    ref: GenerationRef,
    plan: GenerationPlan,
  ): Promise<GenerationOutcome | null | undefined>;
  completeJob(ref: GenerationRef): Promise<GenerationOutcome>;
  failJob(input: { jobId: string; code: ErrorCode }): Promise<GenerationOutcome>;
  cancelJob(input: { jobId: string }): Promise<GenerationOutcome>;

  /** Runs to its end even when the workflow is canceled. */
  shielded<T>(work: () => Promise<T>): Promise<T>;
  sleep(milliseconds: number): Promise<void>;
  /** Returns when the run receives the signal that it has a slot, or after `slotTimeout`. */
  waitForSlot(): Promise<void>;
  /** Shows operators the current stage of the run. */
  describe(stage: JobStage | "reconciling" | "canceling", plan: GenerationPlan | null): void;
  isCancellation(error: unknown): boolean;
}
