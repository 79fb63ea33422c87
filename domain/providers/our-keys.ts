import type { AppError } from "#domain/errors.ts";

/** A key that was refused is left alone this long; one that was told to wait, as long as it was told. */
const refusedMs = 600_000;
const limitedMs = 5_000;

/**
 * The keys in a setting, separated by commas; at least one, which may be empty. What is written in
 * braces is the one credential of a service account.
 */
export function listKeys(value: string): readonly string[] {
  if (value.trimStart().startsWith("{")) return [value];
  const keys = value.split(",").flatMap((key) => key.trim() || []);
  return keys.length === 0 ? [""] : keys;
}

/** How long a key rests after such an answer; zero: the key is fine. */
export function restMsFor({ code, details }: AppError): number {
  switch (code as string) {
    case "provider_credential_invalid":
    case "provider_balance_empty":
      return refusedMs;
    case "provider_rate_limited": {
      const seconds = details["retryAfterSeconds"];
      return typeof seconds === "number" ? Math.min(seconds * 1_000, refusedMs) : limitedMs;
    }
    default:
      return 0;
  }
}
