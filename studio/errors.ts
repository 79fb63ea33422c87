/**
 * Error codes with their HTTP status and retryability. An error response uses `status`; a failed
 * generation carries `code`, `message` and `retryable`.
 */
export const errorCatalog = {
  invalid_request: { status: 422, retryable: false },
  invalid_json: { status: 400, retryable: false },
  hash_mismatch: { status: 400, retryable: false },
  input_too_large: { status: 413, retryable: false },
  generation_not_found: { status: 404, retryable: false },
  output_not_found: { status: 404, retryable: false },
  not_found: { status: 404, retryable: false },
  method_not_allowed: { status: 405, retryable: false },
  idempotency_conflict: { status: 409, retryable: false },
  range_not_satisfiable: { status: 416, retryable: false },
  queue_full: { status: 429, retryable: true },
  capability_not_available: { status: 501, retryable: false },
  shutting_down: { status: 503, retryable: true },
  /** An input file or the prompt is unusable; a retry fails in the same way. */
  invalid_input: { status: 422, retryable: false },
  engine_failed: { status: 500, retryable: false },
  /** A model pack is missing and could not be fetched; a later attempt may succeed. */
  pack_unavailable: { status: 503, retryable: true },
  /** The worker process died twice, for example out of memory or by a crash of native code. */
  worker_died: { status: 500, retryable: true },
  internal: { status: 500, retryable: true },
} as const satisfies Record<string, { status: number; retryable: boolean }>;

export type ErrorCode = keyof typeof errorCatalog;

/** A problem of a request. `path` names the field, such as `parameters.width` or `inputs.0.sha256`. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

export class StudioError extends Error {
  override readonly name = "StudioError";
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];

  constructor(
    code: ErrorCode,
    message: string,
    options: { issues?: readonly Issue[]; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.issues = options.issues ?? [];
  }
}
