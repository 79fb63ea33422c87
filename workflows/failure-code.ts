import { ActivityFailure, ApplicationFailure, TimeoutFailure } from "@temporalio/common";

import { AppError, isErrorCode, type ErrorCode } from "#domain/errors.ts";

/** The error code of whatever ended a step, read through Temporal's wrappers. Unknown things are `internal`. */
export function failureCode(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  if (error instanceof ActivityFailure) {
    // Temporal's timeouts are the platform's: activities report a provider's by themselves.
    if (error.cause instanceof TimeoutFailure) return "unavailable";
    return failureCode(error.cause);
  }
  if (error instanceof ApplicationFailure && error.type && isErrorCode(error.type))
    return error.type;
  return "internal";
}
