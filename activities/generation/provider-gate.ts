import { admitToProvider, noteOutcome, releaseTrials } from "#db/providers/circuits.ts";
import type { ErrorCode } from "#domain/errors.ts";
import { heldWaitMs } from "#domain/providers/circuit.ts";

import type { GenerationContext } from "./generation-context.ts";

/** Decision about a paid request. `trials` are reported back to the circuits with the outcome. */
type Gate =
  | { readonly isOpen: true; readonly trials: readonly string[] }
  | { readonly isOpen: false; readonly code: ErrorCode; readonly retryAfterMs: number };

/** Error code of a job held back because operators disabled the provider or its circuit is open. */
const heldBack = "provider_not_available";

/**
 * Checks whether a paid request may be sent. An open circuit of the provider or model blocks every request; a
 * provider or model that operators disabled blocks only new requests. A request that the provider may have
 * accepted is repeated even when the provider is disabled.
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
 * Reports the outcome of a call to the circuits: null, or the error's code. Calls with an
 * organization-provided key are not reported: an organization controls how its key fails, and must not close
 * the provider to others.
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

/** Releases the trials of a call that was admitted and then not made. */
export async function giveBackTrials(
  { em, submission }: GenerationContext,
  trials: readonly string[],
): Promise<void> {
  if (trials.length > 0) await releaseTrials(em.fork(), targetOf(submission), trials);
}

function targetOf({ providerSlug, modelId, providerKeyId }: GenerationContext["submission"]) {
  return { providerSlug, modelId, hasOrganizationKey: providerKeyId != null };
}
