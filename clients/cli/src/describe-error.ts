import {
  AbortError,
  ApiError,
  AuthenticationError,
  ConnectionError,
  JobCanceledError,
  JobFailedError,
  MediaEngineError,
  NeedsInputError,
  PaymentError,
  PermissionError,
  RateLimitError,
  WaitTimeoutError,
} from "@gme/client";

import { CliError, exitCodes } from "./cli-error.ts";
import { plainText } from "./terminal-text.ts";

export interface DescribedError {
  /** Lines for standard error. */
  readonly lines: readonly string[];
  readonly exitCode: number;
  /** Value of `--json`; undefined where nothing but the lines exists. */
  readonly code: string;
}

/** Turns any error into lines that say what happened and what to do, and an exit code. */
export function describeError(error: unknown): DescribedError {
  if (error instanceof CliError) {
    return { lines: [error.message], exitCode: error.exitCode, code: "cli_error" };
  }
  if (error instanceof ApiError) return describeApiError(error);
  if (error instanceof JobFailedError) {
    const { code = "job_failed", message = error.message, cure } = error.job.error ?? {};
    const reason = error.job.error?.details?.["reason"];
    const lines = [
      `The job failed: ${message} (${code})`,
      ...(typeof reason === "string" && !message.includes(reason) ? [reason] : []),
      ...(cure === undefined ? [] : [cure]),
      `Nothing was charged. Job: ${error.jobId}`,
    ];
    return { lines, exitCode: exitCodes.jobFailed, code };
  }
  if (error instanceof JobCanceledError) {
    const lines = [`The job was canceled, and nothing was charged. Job: ${error.jobId}`];
    return { lines, exitCode: exitCodes.jobFailed, code: "job_canceled" };
  }
  if (error instanceof NeedsInputError) {
    const options = (error.job.question?.options ?? []).map(({ label }) => `  - ${label}`);
    const text = error.job.question?.text ?? "The job has a question.";
    const lines = [text, ...options, `Nothing was charged. Job: ${error.jobId}`];
    return { lines, exitCode: exitCodes.question, code: "needs_input" };
  }
  if (error instanceof WaitTimeoutError) {
    const lines = [
      "The job has not ended yet and continues.",
      `To wait for it again: gme get ${error.jobId} --wait`,
    ];
    return { lines, exitCode: exitCodes.waitedTooLong, code: "wait_timeout" };
  }
  if (error instanceof AbortError) {
    return { lines: [error.message], exitCode: exitCodes.interrupted, code: "interrupted" };
  }
  if (error instanceof ConnectionError) {
    const cause = error.cause instanceof Error ? causeOf(error.cause) : "";
    const lines = [
      `The engine could not be reached${cause === "" ? "" : ` (${cause})`}.`,
      "Check that it runs, and its URL: --url, GME_BASE_URL or gme login.",
    ];
    return { lines, exitCode: exitCodes.fault, code: "connection_failed" };
  }
  if (error instanceof MediaEngineError) {
    return { lines: [error.message], exitCode: exitCodes.usage, code: "client_error" };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { lines: [message], exitCode: exitCodes.fault, code: "fault" };
}

function causeOf(error: Error): string {
  const deepest = error.cause instanceof Error ? error.cause : error;
  return "code" in deepest ? String(deepest.code) : deepest.message;
}

function describeApiError(error: ApiError): DescribedError {
  const { code, detail, details, issues, requestId, retryAfterSeconds } = error;
  const { reason } = details;
  // The detail of some errors already has the messages of the issues.
  const problems = issues
    .filter(({ message }) => !detail.includes(message))
    .map(({ pointer, message }) => `  ${pointer}: ${message}`);
  const hints = [
    ...(typeof reason === "string" && !detail.includes(reason) ? [reason] : []),
    ...(error instanceof AuthenticationError ? ["Sign in with: gme login"] : []),
    ...(retryAfterSeconds === undefined ? [] : [`Try again in ${retryAfterSeconds} seconds.`]),
  ];
  const request = requestId === undefined ? [] : [`${code}, request ${requestId}`];
  const lines = [detail, ...problems, ...hints, ...request];
  return { lines: lines.map(plainText), exitCode: exitCodeOf(error), code };
}

function exitCodeOf(error: ApiError): number {
  if (error instanceof AuthenticationError || error instanceof PermissionError) {
    return exitCodes.credential;
  }
  if (error instanceof PaymentError || error.code === "price_over_limit") return exitCodes.credits;
  if (error instanceof RateLimitError || error.status === 503) return exitCodes.tryLater;
  if (error.status >= 500) return exitCodes.fault;
  if (error.code === "content_refused" || error.code === "request_refused") {
    return exitCodes.jobFailed;
  }
  return exitCodes.usage;
}
