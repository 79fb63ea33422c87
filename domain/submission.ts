import type { ErrorCode } from "./errors.ts";

/**
 * What a failed submission means for a second try (engine.md, rules 12–14):
 * "wait" – certainly nothing was made, and the same request may go later;
 * "final" – certainly nothing was made, and it never will be;
 * "ambiguous" – the request may have been taken, so it must never be sent again without a key.
 */
export type SubmitVerdict = "wait" | "final" | "ambiguous";

const waitable: readonly ErrorCode[] = [
  "provider_rate_limited",
  "provider_overloaded",
  "provider_unreachable",
];

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
  "provider_balance_empty",
  "model_not_available",
  "provider_failed",
];

/** An error that is not in the lists is ambiguous: doubt never sends twice. */
export function submitVerdict(code: ErrorCode): SubmitVerdict {
  if (waitable.includes(code)) return "wait";
  return final.includes(code) ? "final" : "ambiguous";
}
