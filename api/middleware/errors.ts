import type { ApiContext, ApiMiddleware, ApiState } from "#api/context.ts";
import type { ErrorDialect } from "#api/http/error-dialect.ts";
import { retryAfterSecondsOf, toProblem } from "#api/http/problem.ts";
import { isDatabaseOutage } from "#db/outage.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";

const challenge = 'ApiKey realm="Generative Media Engine", header="X-API-Key", Bearer';

/** Problem details (RFC 9457), the format of every path without another dialect. */
const problems: ErrorDialect = (error, request) => ({
  status: errorCatalog[error.code].status,
  contentType: "application/problem+json",
  headers: errorCatalog[error.code].status === 401 ? { "WWW-Authenticate": challenge } : {},
  body: JSON.stringify(toProblem(error, request)),
});

/**
 * The only place that converts errors to responses, in the dialect of the request's path. An error other than an `AppError` is a bug: it is logged
 * once, here, with its stack, and the caller receives only the request ID.
 */
export function errors(
  { publicUrl }: { publicUrl: string },
  dialectOf: (path: string) => ErrorDialect | undefined,
): ApiMiddleware {
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      const dialect = dialectOf(context.path) ?? problems;
      respondWithError(context, toErrorOf(context, error), { publicUrl, dialect });
    }
  };
}

function toErrorOf(context: ApiContext, error: unknown): AppError {
  // The client disconnected in the middle of its request and does not read the response.
  const isAborted = context.req.destroyed && !context.req.complete;
  return isAborted && !(error instanceof AppError)
    ? new AppError("request_aborted", { cause: error })
    : toAppError(error, context.state);
}

/** Logs an unexpected error and returns the one that the caller receives instead. */
export function toAppError(
  error: unknown,
  { log, requestId }: Pick<ApiState, "log" | "requestId">,
): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseOutage(error)) {
    log.warn({ error, requestId }, "database unavailable");
    return new AppError("unavailable", { cause: error });
  }
  log.error({ error, requestId }, "unexpected failure");
  return new AppError("internal", { cause: error });
}

function respondWithError(
  context: ApiContext,
  error: AppError,
  { publicUrl, dialect }: { publicUrl: string; dialect: ErrorDialect },
): void {
  context.state.failure = error.code;
  const retryAfterSeconds = retryAfterSecondsOf(error);
  if (retryAfterSeconds !== undefined) context.set("Retry-After", String(retryAfterSeconds));
  context.remove("ETag");
  context.set("Cache-Control", "no-store");
  // Closes the connection instead of reading the rest of the body.
  if (error.code === "body_too_large") context.set("Connection", "close");
  const { requestId } = context.state;
  const response = dialect(error, { publicUrl, path: context.path, requestId });
  context.set(response.headers);
  context.status = response.status;
  context.body = response.body;
  context.type = response.contentType;
}
