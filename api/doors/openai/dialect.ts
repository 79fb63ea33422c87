import { clip } from "#api/http/clip.ts";
import type { ErrorDialect, ErrorResponse } from "#api/http/error-dialect.ts";
import { retryAfterSecondsOf } from "#api/http/problem.ts";
import { type AppError, errorCatalog, type ErrorCode, type Issue } from "#domain/errors.ts";

/** Error object of OpenAI's API. */
export interface OpenaiError {
  readonly message: string;
  readonly type: string;
  /** Field of the request that caused the error. */
  readonly param: string | null;
  readonly code: string;
}

/** Seconds up to which a client should wait and repeat by itself. */
const patientSecondsMax = 60;
const messageCharactersMax = 4_000;

/** Errors in the format that OpenAI's clients turn into their own error classes. */
export const openaiErrors: ErrorDialect = (error): ErrorResponse => {
  const status = statusOf(error.code);
  return {
    status,
    contentType: "application/json",
    headers: {
      ...(status === 401 ? { "WWW-Authenticate": 'Bearer realm="Generative Media Engine"' } : {}),
      "x-should-retry": String(shouldRetry(error)),
    },
    body: JSON.stringify({ error: toOpenaiError(error) }),
  };
};

export function toOpenaiError(error: AppError): OpenaiError {
  const status = statusOf(error.code);
  return {
    message: clip(messageOf(error), messageCharactersMax),
    type: typeOf(error.code, status),
    param: paramOf(error),
    code: codeOf(error.code, status),
  };
}

/** Requests with a mistake are 400 in OpenAI's API; every other status means the same in both. */
function statusOf(code: ErrorCode): number {
  const { status } = errorCatalog[code];
  if (code === "payment_overdue") return 402;
  return [405, 410, 413, 415, 416, 421, 422].includes(status) ? 400 : status;
}

/** Codes of OpenAI that clients know; all other errors keep the engine's code. */
const known: Partial<Record<ErrorCode, string>> = {
  content_refused: "moderation_blocked",
  content_blocked: "moderation_blocked",
  route_not_found: "unsupported_endpoint",
  method_not_allowed: "unsupported_endpoint",
  rate_limited: "rate_limit_exceeded",
  streams_limited: "rate_limit_exceeded",
  parameter_not_supported: "unsupported_parameter",
  request_invalid: "invalid_request_error",
  parameters_invalid: "invalid_request_error",
  body_malformed: "invalid_request_error",
};

function codeOf(code: ErrorCode, status: number): string {
  if (status === 401) return "invalid_api_key";
  if (status === 402) return "insufficient_quota";
  if (status === 403) return "permission_denied";
  return known[code] ?? code;
}

function typeOf(code: ErrorCode, status: number): string {
  if (code === "content_refused") return "image_generation_user_error";
  if (status === 402) return "insufficient_quota";
  if (status === 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

/** Clients repeat 409, 429 and 5xx unless this says otherwise. */
function shouldRetry(error: AppError): boolean {
  const { retryable } = errorCatalog[error.code];
  return retryable && (retryAfterSecondsOf(error) ?? 0) <= patientSecondsMax;
}

/** All problems: clients show the message and nothing else. */
function messageOf({ code, message, issues }: AppError): string {
  const rule = errorCatalog[code];
  if (code === "internal") return rule.message;
  // The door's own message names the endpoints that exist.
  if (code === "route_not_found") return message;
  if (issues.length === 0) return `${message} ${rule.cure}`;
  const problems = issues.map((issue) => {
    const name = nameOf(issue);
    return name === null ? issue.message : `${name}: ${issue.message}`;
  });
  return problems.join(" ");
}

function paramOf({ issues }: AppError): string | null {
  const [first] = issues;
  return first === undefined ? null : nameOf(first);
}

/** `/messages/0/content` → `messages[0].content`. */
function nameOf({ pointer }: Issue): string | null {
  const [, ...names] = pointer.split("/");
  const [first, ...others] = names.map((word) => word.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (first === undefined || first === "") return null;
  return others.reduce(
    (path, name) => (/^\d+$/.test(name) ? `${path}[${name}]` : `${path}.${name}`),
    first,
  );
}
