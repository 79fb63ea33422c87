import {
  ApiError,
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PaymentError,
  PermissionError,
  RateLimitError,
  ServerError,
} from "./errors.ts";
import type { Problem } from "./generated/types.ts";

/** Reads an error response of the engine, or of a proxy in front of it. */
export async function toApiError(response: Response): Promise<ApiError> {
  const problem = parseProblem(await response.text());
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const requestId = response.headers.get("x-request-id");
  const { status } = response;
  return new (classOf(status))({
    ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
    ...(requestId === null ? {} : { requestId }),
    ...problem,
    status,
  });
}

function parseProblem(text: string): Partial<Problem> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

function classOf(status: number): typeof ApiError {
  if (status >= 500) return ServerError;
  switch (status) {
    case 401:
      return AuthenticationError;
    case 402:
      return PaymentError;
    case 403:
      return PermissionError;
    case 404:
    case 410:
      return NotFoundError;
    case 409:
    case 412:
      return ConflictError;
    case 429:
      return RateLimitError;
    default:
      return InvalidRequestError;
  }
}
