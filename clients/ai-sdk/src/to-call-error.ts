import { APICallError } from "@ai-sdk/provider";
import {
  ApiError,
  ConnectionError,
  JobCanceledError,
  JobFailedError,
  NeedsInputError,
  WaitTimeoutError,
} from "@gme/client";

/** The AI SDK waits less than this for a repetition, so a longer `Retry-After` allows none. */
const retryAfterSecondsMax = 60;

/**
 * Translates an error of the client to that of the AI SDK, which repeats a call if `isRetryable`. Aborts and errors of
 * the settings are returned as they are.
 */
export function toCallError(
  error: unknown,
  { requestBodyValues, canRepeat = true }: { requestBodyValues: unknown; canRepeat?: boolean },
): unknown {
  const call = { url: "/v1/generations", requestBodyValues, cause: error };
  if (error instanceof ApiError) {
    const { status, code, issues, requestId, details, retryAfterSeconds } = error;
    return new APICallError({
      ...call,
      message: describe(error),
      statusCode: status,
      responseHeaders: {
        ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
        ...(requestId === undefined ? {} : { "x-request-id": requestId }),
      },
      isRetryable: isRetryable(error),
      data: { code, issues, details },
    });
  }
  if (error instanceof ConnectionError) {
    return new APICallError({ ...call, message: error.message, isRetryable: true });
  }
  if (error instanceof JobFailedError) {
    const { jobId, error: reason } = error.job;
    const cure = reason?.cure === undefined ? "" : ` ${reason.cure}`;
    return new APICallError({
      ...call,
      message: `${error.message}${cure}`,
      isRetryable: canRepeat && reason?.retryable === true,
      data: { jobId, ...reason },
    });
  }
  if (
    error instanceof JobCanceledError ||
    error instanceof NeedsInputError ||
    error instanceof WaitTimeoutError
  ) {
    const { jobId, message } = error;
    return new APICallError({ ...call, message, isRetryable: false, data: { jobId } });
  }
  return error;
}

function isRetryable({ retryable, status, code, retryAfterSeconds = 0 }: ApiError): boolean {
  if (retryAfterSeconds >= retryAfterSecondsMax) return false;
  return (
    retryable || code === "idempotency_in_flight" || [408, 429, 502, 503, 504].includes(status)
  );
}

/** Adds each problem that the detail does not name. */
function describe({ detail, issues }: ApiError): string {
  const missing = issues
    .filter(({ message }) => !detail.includes(message))
    .map(({ pointer, message }) => `${pointer}: ${message}`);
  return [detail, ...missing].join(" ");
}
