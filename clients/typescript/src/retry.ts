import { ApiError, ConnectionError } from "./errors.ts";

const delayMinMs = 500;
const delayMaxMs = 8_000;
/** A server that asks for a longer pause gets no repetition: the caller decides. */
const retryAfterSecondsMax = 60;

export interface Repeatable {
  readonly method: string;
  /** True if the request has an Idempotency-Key, which each attempt repeats. */
  readonly hasIdempotencyKey: boolean;
  /** True if the request has If-Match. */
  readonly isConditional: boolean;
}

/** Returns true if a second execution of a request has no second effect. */
export function isRepeatable({ method, hasIdempotencyKey, isConditional }: Repeatable): boolean {
  if (method === "POST") return hasIdempotencyKey;
  return method !== "PUT" || isConditional;
}

/** Returns true for failures that pass: broken connections, and responses that invite a repetition. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof ConnectionError;
  return (
    error.retryable ||
    error.code === "idempotency_in_flight" ||
    [408, 429, 502, 503, 504].includes(error.status)
  );
}

/** Pause before a repetition, with full jitter; undefined if the server asks for too long a pause. */
export function retryDelayMs(
  error: unknown,
  failures: number,
  random: () => number = Math.random,
): number | undefined {
  const asked = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (asked !== undefined && asked > retryAfterSecondsMax) return undefined;
  const longest = Math.min(delayMaxMs, delayMinMs * 2 ** failures);
  return (asked ?? 0) * 1_000 + random() * longest;
}
