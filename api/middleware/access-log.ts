import type { ApiContext, ApiMiddleware } from "#api/context.ts";
import type { RequestMetrics } from "#api/metrics/request-metrics.ts";

/**
 * Writes one log line and one measurement per request, when the response is sent or the client has
 * disconnected. Never logs the query, the body, a credential, or a path with a secret: signatures and prompts
 * do not belong in logs.
 */
export function accessLog({ duration, problems }: RequestMetrics): ApiMiddleware {
  return (context, next) => {
    const startedAt = performance.now();
    context.res.once("close", () => {
      const seconds = (performance.now() - startedAt) / 1_000;
      const route = context.state.route?.path ?? "none";
      const status = context.res.headersSent ? context.status : hungUpStatus;
      duration.observe({ method: context.method, route, status }, seconds);
      const { failure } = context.state;
      if (failure !== undefined) problems.inc({ route, code: failure });
      writeLine(context, { route, status, durationMs: Math.round(seconds * 1e6) / 1e3 });
    });
    return next();
  };
}

/** Status logged when the client disconnected before a response was sent. */
const hungUpStatus = 499;

function writeLine(
  context: ApiContext,
  measured: { route: string; status: number; durationMs: number },
): void {
  const { requestId, caller, jobId, failure, log, traceId } = context.state;
  log.info(
    {
      requestId,
      traceId,
      method: context.method,
      path: context.state.route?.hidesPath === true ? measured.route : context.path,
      ...measured,
      organizationId: caller?.organizationId,
      apiKeyId: caller?.apiKeyId ?? undefined,
      jobId,
      code: failure,
      ...(context.res.writableFinished ? {} : { hungUp: true }),
    },
    "request",
  );
}
