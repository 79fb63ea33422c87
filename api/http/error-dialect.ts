import type { AppError } from "#domain/errors.ts";

/** Error response in the format that the clients of a path understand. */
export interface ErrorResponse {
  readonly status: number;
  readonly contentType: string;
  /** Headers in addition to the common ones of error responses. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Request that failed. */
export interface FailedRequest {
  readonly publicUrl: string;
  readonly path: string;
  readonly requestId: string;
}

export type ErrorDialect = (error: AppError, request: FailedRequest) => ErrorResponse;
