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

/** The request was never sent: the provider's circuit or an operator blocked it. */
const heldBack = ["provider_not_available"] as const satisfies readonly ErrorCode[];

/**
 * The provider refused the request itself: nothing was made, retrying is useless, and the provider is
 * healthy.
 */
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

/** Errors that affect every model of the provider. */
const providerTroubles = [
  ...waitable,
  "provider_credential_invalid",
  "own_key_unusable",
  "provider_balance_empty",
  "own_key_balance_empty",
] as const satisfies readonly ErrorCode[];

/**
 * Errors that allow failover to another model: certainly nothing was made, and the request is not at fault.
 * Refusals of the request itself are excluded. A provider's "invalid" may mean unsafe, and a request that one
 * provider refuses for safety is not sent to the next.
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

/** Reports whether the provider's other models would fail in the same way. */
export function isProviderTrouble(code: string): boolean {
  return providerTroubles.some((known) => known === code);
}

/** Classifies a failed submission. An unlisted error is ambiguous: a request in doubt is never sent twice. */
export function submitVerdict(code: ErrorCode): SubmitVerdict {
  if ([...waitable, ...heldBack].some((known) => known === code)) return "wait";
  return final.includes(code) ? "final" : "ambiguous";
}
