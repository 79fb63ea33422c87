import { AbortError, ApiError, ConnectionError } from "@gme/client";

import type { Problem } from "#ui/problem.ts";

/** Turns any error into what a `ProblemNotice` shows. */
export function toProblem(error: unknown): Problem {
  if (error instanceof ApiError) {
    const { code, detail, details, issues, requestId, retryable } = error;
    const isSpecific = issues.length === 0 && Object.keys(details).length > 0;
    return { code, detail, isSpecific, issues, requestId, retryable };
  }
  const isOffline = error instanceof ConnectionError || error instanceof AbortError;
  return { code: isOffline ? "offline" : "unexpected", issues: [], retryable: isOffline };
}
