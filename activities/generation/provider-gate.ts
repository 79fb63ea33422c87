import { admitToProvider, noteOutcome, releaseTrials } from "#db/providers/circuits.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { heldWaitMs } from "#domain/providers/circuit.ts";

import type { GenerationContext } from "./generation-context.ts";

/** What may be sent; `trials` are told of with the outcome. */
type Gate =
  | { readonly isOpen: true; readonly trials: readonly string[] }
  | { readonly isOpen: false; readonly code: ErrorCode; readonly retryAfterMs: number };

/** The code of a job that waits for a provider which operators or its circuit keep from it. */
const heldBack = "provider_not_available";

/**
 * Asks before a paid request whether its provider may be called: not while its circuit, or the model's,
 * is open; nor, for a new request, while operators have disabled it. A request that may have been taken
 * already is sent again whatever operators want of new ones.
 */
export async function askGate({
  em,
  submission,
  model,
  provider,
}: GenerationContext): Promise<Gate> {
  const isNew = submission.state === "prepared";
  const isDisabled = isNew && (provider.mode === "disabled" || !model.enabled);
  const admission = isDisabled
    ? { admitted: false as const, retryAfterMs: heldWaitMs }
    : await admitToProvider(em.fork(), targetOf(submission));
  if (admission.admitted) return { isOpen: true, trials: admission.trials };
  return { isOpen: false, code: heldBack, retryAfterMs: admission.retryAfterMs };
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
