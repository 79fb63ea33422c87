import type { ErrorCode } from "#domain/errors.ts";

/**
 * Consequence of a failed submission for a second attempt:
 * "wait" – nothing was made for certain, and the same request may be sent later;
 * "final" – nothing was made for certain, and the same request will always fail;
 * "ambiguous" – the provider may have received the request, so it is sent again only with an idempotency key.
 */
export type SubmitVerdict = "wait" | "final" | "ambiguous";

const waitable = [
  "provider_rate_limited",
  "own_key_rate_limited",
  "provider_overloaded",
  "provider_unreachable",
] as const satisfies readonly ErrorCode[];

/** Kept from the provider before anything was sent: by its circuit, or by operators. */
const heldBack = ["provider_not_available"] as const satisfies readonly ErrorCode[];

/** The request itself is at fault: nothing was made, nothing will be, and the provider is well. */
export const submissionRefusals = [
  "provider_rejected",
  "content_refused",
  "parameter_not_supported",
  "input_invalid",
  "input_too_large",
  "input_missing",
] as const satisfies readonly ErrorCode[];

const final: readonly ErrorCode[] = [
  ...submissionRefusals,
  "provider_credential_invalid",
  "own_key_unusable",
  "provider_balance_empty",
  "own_key_balance_empty",
  "model_not_available",
  "own_key_lacks_model",
  "provider_failed",
];

/** The whole provider is in the way, whatever the model. */
const providerTroubles = [
  ...waitable,
  "provider_credential_invalid",
  "own_key_unusable",
  "provider_balance_empty",
  "own_key_balance_empty",
] as const satisfies readonly ErrorCode[];

/**
 * What another model may be tried after: certainly nothing was made, and the request is not at fault.
 * A refusal of the request itself is none of them, because a provider's "invalid" may be its word for
 * unsafe, and what one provider refuses for safety is not carried to the next.
 */
export const failoverCodes = [
  ...providerTroubles,
  ...heldBack,
  "model_not_available",
  "own_key_lacks_model",
] as const satisfies readonly ErrorCode[];

export function mayFailOver(code: string): boolean {
  return failoverCodes.some((known) => known === code);
}

/** Whether the other models of the provider would meet the same. */
export function isProviderTrouble(code: string): boolean {
  return providerTroubles.some((known) => known === code);
}

/** An attempt that was held up longer than this between taking the fence and sending sends nothing. */
export const sendWithinMs = 60_000;

/** How long an attempt may take in all. */
export const attemptMsMax = 280_000;

/**
 * Start-to-close timeout of `submitToProvider`: an attempt and the record of its response. A stopping
 * worker waits as long, because a paid request that is cut off is lost.
 */
export const submitTimeoutMs = attemptMsMax + 20_000;

/** After this, nothing of an attempt can be under way, whatever the clocks of two machines differ by. */
export const attemptSettledMs = attemptMsMax + 60_000;

/** How long a provider may take for what it has accepted, in seconds, whatever the model. */
export const generationSecondsMax = 7_200;

/** A provider may take this many times a model's typical time, but never less than five minutes. */
const deadlineFactor = 20;
const deadlineSecondsMin = 300;

/** Seconds a provider may take for a request that it has accepted. */
export function deadlineSecondsOf(typicalSeconds: number): number {
  return Math.min(
    Math.max(typicalSeconds * deadlineFactor, deadlineSecondsMin),
    generationSecondsMax,
  );
}

/** How long an overdue request is asked about when its provider does not respond. */
export const unansweredSecondsMax = 1_800;

/**
 * How long an overdue response is looked for at least: workers record the results in their spools within
 * this time once the database and storage are available again.
 */
export const lateAnswerSeconds = 30;

/** How long a provider keeps our idempotency keys at least, with a margin: studio does for 24 h. */
export const keyHours = 20;

/** An error that is not in the lists is ambiguous: doubt never sends twice. */
export function submitVerdict(code: ErrorCode): SubmitVerdict {
  if ([...waitable, ...heldBack].some((known) => known === code)) return "wait";
  return final.includes(code) ? "final" : "ambiguous";
}
