import { type AppError, errorCatalog, type Issue } from "#domain/errors.ts";

/** An error as RFC 9457 shapes it, with the members of ours (api.md, "Errors"). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: string;
  readonly requestId: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds?: number;
  readonly errors: readonly Issue[];
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Everything in it is for the caller's eyes; the error's cause and stack never are. */
export function toProblem(
  error: AppError,
  { publicUrl, path, requestId }: { publicUrl: string; path: string; requestId: string },
): Problem {
  const rule = errorCatalog[error.code];
  const retryAfterSeconds = retryAfterSecondsOf(error);
  return {
    type: `${publicUrl}/errors#${error.code}`,
    title: rule.message,
    status: rule.status,
    detail: error.message,
    instance: path,
    code: error.code,
    requestId,
    retryable: rule.retryable,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    errors: error.issues,
    ...(Object.keys(error.details).length === 0 ? {} : { details: error.details }),
  };
}

/** When to come back, for errors that pass by themselves. */
export function retryAfterSecondsOf(error: AppError): number | undefined {
  const known = error.details["retryAfterSeconds"];
  if (typeof known === "number") return known;
  const rule = errorCatalog[error.code];
  if (!rule.retryable) return undefined;
  if (rule.status === 503) return 5;
  return rule.status === 409 ? 1 : undefined;
}
