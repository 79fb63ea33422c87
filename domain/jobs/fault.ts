import type { ErrorCode } from "#domain/errors.ts";

/** Party that a failed job is attributed to: service levels promise something about the platform and its providers. */
export type Fault = "none" | "platform" | "provider" | "caller";

const ofPlatform: ReadonlySet<string> = new Set<ErrorCode>([
  "internal",
  "unavailable",
  "overloaded",
  "submission_unknown",
  "run_terminated",
  "run_stuck",
  "step_timed_out",
]);

const ofCaller: ReadonlySet<string> = new Set<ErrorCode>([
  "provider_rejected",
  "content_refused",
  "own_key_unusable",
  "own_key_balance_empty",
  "own_key_lacks_model",
  "own_key_rate_limited",
]);

/** Attributes the end of a job. Codes of the provider group that the caller can change are the caller's. */
export function faultOf(status: string, code: string | undefined): Fault {
  if (status !== "failed") return "none";
  if (code === undefined || ofPlatform.has(code)) return "platform";
  const isOfProvider =
    code.startsWith("provider_") || /^(output_too_large|output_invalid)$/.test(code);
  return isOfProvider && !ofCaller.has(code) ? "provider" : "caller";
}
