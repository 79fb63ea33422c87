import type { ErrorCode, Job, Problem } from "./generated/types.ts";

/** Base of all errors of this client. */
export class MediaEngineError extends Error {
  override readonly name: string = "MediaEngineError";
}

/** Error response of the API. `code` is stable; the message may change. */
export class ApiError extends MediaEngineError {
  override readonly name: string = "ApiError";
  readonly status: number;
  /** Code of the error reference; `unknown` when the response came from something else than the engine. */
  readonly code: ErrorCode | "unknown" | (string & {});
  readonly detail: string;
  /** Every problem of an invalid request. */
  readonly issues: Problem["errors"];
  readonly requestId: string | undefined;
  /** True when the same request may succeed later without a change. */
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(problem: Partial<Problem> & { readonly status: number }) {
    const detail = problem.detail ?? `The server responded with status ${problem.status}.`;
    super(detail);
    this.status = problem.status;
    this.code = problem.code ?? "unknown";
    this.detail = detail;
    this.issues = problem.errors ?? [];
    this.requestId = problem.requestId;
    this.retryable = problem.retryable ?? false;
    this.retryAfterSeconds = problem.retryAfterSeconds;
    this.details = problem.details ?? {};
  }

  /** Returns true for an error response, with one of the codes if any are given. */
  static is<Code extends ErrorCode>(
    error: unknown,
    ...codes: readonly Code[]
  ): error is ApiError & { readonly code: Code } {
    return (
      error instanceof ApiError && (codes.length === 0 || codes.some((code) => code === error.code))
    );
  }
}

/** 401: the credential is missing, wrong or expired. */
export class AuthenticationError extends ApiError {
  override readonly name = "AuthenticationError";
}
/** 402: credits, a budget or a payment are missing. */
export class PaymentError extends ApiError {
  override readonly name = "PaymentError";
}
/** 403: the credential lacks a permission. */
export class PermissionError extends ApiError {
  override readonly name = "PermissionError";
}
/** 404 or 410. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}
/** 409 or 412: the resource is in another state. Fetch the resource again. */
export class ConflictError extends ApiError {
  override readonly name = "ConflictError";
}
/** 429. */
export class RateLimitError extends ApiError {
  override readonly name = "RateLimitError";
}
/** 5xx. */
export class ServerError extends ApiError {
  override readonly name = "ServerError";
}
/** Any other 4xx: `issues` lists the problems of the request. */
export class InvalidRequestError extends ApiError {
  override readonly name = "InvalidRequestError";
}

/** No complete response arrived. `cause` has the reason. */
export class ConnectionError extends MediaEngineError {
  override readonly name = "ConnectionError";
}

/** The caller's signal was aborted. `jobId` names the job that the request had created, if any. */
export class AbortError extends MediaEngineError {
  override readonly name = "AbortError";
  readonly jobId: string | undefined;

  constructor({ jobId, cause }: { jobId?: string | undefined; cause?: unknown } = {}) {
    super(jobId === undefined ? "The request was aborted." : `Aborted: ${jobId}.`, { cause });
    this.jobId = jobId;
  }
}

/** The job did not end within the time. It continues: `engine.jobs.attach(jobId)` waits for it again. */
export class WaitTimeoutError extends MediaEngineError {
  override readonly name = "WaitTimeoutError";
  readonly jobId: string;

  constructor(jobId: string) {
    super(`The job has not ended yet and continues: ${jobId}.`);
    this.jobId = jobId;
  }
}

/** A job ended without a result; nothing is charged. */
export class JobEndedError extends MediaEngineError {
  override readonly name: string = "JobEndedError";
  readonly job: Job;
  readonly jobId: string;

  constructor(job: Job, reason: string) {
    super(`${reason} (${job.jobId})`);
    this.job = job;
    this.jobId = job.jobId;
  }
}
/** `job.error` has the code, and what to do. */
export class JobFailedError extends JobEndedError {
  override readonly name = "JobFailedError";
}
export class JobCanceledError extends JobEndedError {
  override readonly name = "JobCanceledError";
}
/** `job.question` has the options; each carries the request that answers the question. */
export class NeedsInputError extends JobEndedError {
  override readonly name = "NeedsInputError";
}
