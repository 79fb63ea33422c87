import { ActivityFailure, ApplicationFailure, TimeoutFailure } from "@temporalio/common";

import { AppError, isErrorCode, type ErrorCode } from "#domain/errors.ts";

/** The error code of whatever ended a step, read through Temporal's wrappers. Unknown things are `internal`. */
export function failureCode(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  if (error instanceof ActivityFailure) {
    // Time ran out while polling: the provider's fault. Anywhere else a part of ours was away.
    if (error.cause instanceof TimeoutFailure) {
      return error.activityType === "pollProvider" ? "provider_timeout" : "unavailable";
    }
    return failureCode(error.cause);
  }
  if (error instanceof ApplicationFailure && error.type && isErrorCode(error.type))
    return error.type;
  return "internal";
}
