import { AppError } from "#domain/errors.ts";

/**
 * Failure of a part of the engine before a paid request was sent: nothing was made, and it says nothing
 * about the provider. The same attempt may be repeated.
 */
export function unsent(cause: unknown): AppError {
  return new AppError("unavailable", { details: { isUnsent: true }, cause });
}

export function isUnsent(error: AppError): boolean {
  return error.details["isUnsent"] === true;
}
