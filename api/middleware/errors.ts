import type { ApiContext, ApiMiddleware } from "#api/context.ts";
import { retryAfterSecondsOf, toProblem } from "#api/http/problem.ts";
import { isDatabaseOutage } from "#db/outage.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";

const challenge = 'ApiKey realm="Generative Media Engine", header="X-API-Key", Bearer';

/**
 * The only place that converts errors to responses. An error other than an `AppError` is a bug: it is logged
 * once, here, with its stack, and the caller receives only the request ID.
 */
export function errors({ publicUrl }: { publicUrl: string }): ApiMiddleware {
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      respondWithProblem(context, toAppError(context, error), publicUrl);
    }
  };
}

function toAppError(context: ApiContext, error: unknown): AppError {
  if (error instanceof AppError) return error;
  // The client disconnected in the middle of its request and does not read the response.
  if (context.req.destroyed && !context.req.complete) {
    return new AppError("request_aborted", { cause: error });
  }
  const { log, requestId } = context.state;
  if (isDatabaseOutage(error)) {
    log.warn({ error, requestId }, "database unavailable");
    return new AppError("unavailable", { cause: error });
  }
  log.error({ error, requestId }, "unexpected failure");
  return new AppError("internal", { cause: error });
}

function respondWithProblem(context: ApiContext, error: AppError, publicUrl: string): void {
  const { status } = errorCatalog[error.code];
  context.state.failure = error.code;
  const retryAfterSeconds = retryAfterSecondsOf(error);
  if (retryAfterSeconds !== undefined) context.set("Retry-After", String(retryAfterSeconds));
  if (status === 401) context.set("WWW-Authenticate", challenge);
  context.remove("ETag");
  context.set("Cache-Control", "no-store");
  // Closes the connection instead of reading the rest of the body.
  if (error.code === "body_too_large") context.set("Connection", "close");
  const { requestId } = context.state;
  context.status = status;
  context.body = JSON.stringify(toProblem(error, { publicUrl, path: context.path, requestId }));
  context.type = "application/problem+json";
}
