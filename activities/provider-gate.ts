import { admitToProvider, noteOutcome, releaseTrials } from "#db/circuits.ts";
import { holdBackSubmission } from "#db/submissions.ts";
import { heldWaitMs } from "#domain/circuit.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { SubmitOutcome } from "#domain/generation-run.ts";

import type { GenerationContext } from "./generation-context.ts";

/** What may be sent; `trials` are told of with the outcome. */
type Gate =
  | { readonly isOpen: true; readonly trials: readonly string[] }
  | { readonly isOpen: false; readonly outcome: SubmitOutcome };

/** The code of a job that waits for a provider which operators or its circuit keep from it. */
const heldBack = "provider_not_available";

/**
 * Asks before a paid request whether its provider may be called: not while operators have disabled
 * it, nor while its circuit, or the model's, is open. What is held back was certainly not sent, so
 * that another model may take over, or the job waits.
 */
export async function askGate({
  em,
  submission,
  model,
  provider,
}: GenerationContext): Promise<Gate> {
  const isDisabled = provider.mode === "disabled" || !model.enabled;
  const admission = isDisabled
    ? { admitted: false as const, retryAfterMs: heldWaitMs }
    : await admitToProvider(em.fork(), targetOf(submission));
  if (admission.admitted) return { isOpen: true, trials: admission.trials };
  await holdBackSubmission(em, { submissionId: submission.id, code: heldBack });
  const { retryAfterMs } = admission;
  return { isOpen: false, outcome: { state: "not_sent", code: heldBack, retryAfterMs } };
}

/**
 * Tells the circuits how a call went: null, or the error's code. What went with an own key is not told:
 * who chooses a key chooses what becomes of its calls, and must not close the provider to others.
 */
export async function noteCall(
  { em, submission }: Pick<GenerationContext, "em" | "submission">,
  { code, trials }: { code: ErrorCode | null; trials?: readonly string[] },
): Promise<void> {
  if (submission.providerKeyId != null) return;
  await noteOutcome(em.fork(), targetOf(submission), {
    code,
    ...(trials === undefined ? {} : { trials }),
  });
}

/** For a call that was admitted and then not made. */
export async function giveBackTrials(
  { em, submission }: GenerationContext,
  trials: readonly string[],
): Promise<void> {
  if (trials.length > 0) await releaseTrials(em.fork(), targetOf(submission), trials);
}

function targetOf({ providerSlug, modelId, providerKeyId }: GenerationContext["submission"]) {
  return { providerSlug, modelId, hasOwnKey: providerKeyId != null };
}
