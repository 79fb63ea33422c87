import { AbortError, ApiError, ConnectionError } from "@gme/client";

import type { Problem } from "#ui/problem.ts";

/** Turns any error into what a `ProblemNotice` shows. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ApiError) {
    const { code, detail, details, issues, requestId, retryable } = error;
    return { code, detail, details, issues, requestId, retryable };
  }
  const isOffline = error instanceof ConnectionError || error instanceof AbortError;
  return { code: isOffline ? "offline" : "unexpected", issues: [], retryable: isOffline };
}
