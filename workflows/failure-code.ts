import { ActivityFailure, ApplicationFailure, TimeoutFailure } from "@temporalio/common";

import { AppError, isErrorCode, type ErrorCode } from "#domain/errors.ts";

/**
 * Returns the error code of a step's failure, unwrapped from Temporal's failures. Unknown errors are
 * `internal`.
 */
export function failureCode(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  if (error instanceof ActivityFailure) {
    // Temporal's timeouts are the platform's fault: activities report a provider's timeout themselves.
    if (error.cause instanceof TimeoutFailure) return "unavailable";
    return failureCode(error.cause);
  }
  if (error instanceof ApplicationFailure && error.type && isErrorCode(error.type))
    return error.type;
  return "internal";
}
