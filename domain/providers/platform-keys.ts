import type { AppError } from "#domain/errors.ts";

/** Cool-down of a refused key, and of a rate-limited key when the provider does not give a time. */
const refusedMs = 600_000;
const limitedMs = 5_000;

/**
 * Lists the comma-separated keys of a setting. Returns at least one, which may be empty. A value in braces is
 * the credential of one service account.
 */
export function listKeys(value: string): readonly string[] {
  if (value.trimStart().startsWith("{")) return [value];
  const keys = value.split(",").flatMap((key) => key.trim() || []);
  return keys.length === 0 ? [""] : keys;
}

/** Returns the cool-down of a key after an error; zero when the key is usable. */
export function coolDownMsFor({ code, details }: AppError): number {
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
