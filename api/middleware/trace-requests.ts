import { context as current, ROOT_CONTEXT, SpanKind, trace } from "@opentelemetry/api";

import type { ApiMiddleware } from "#api/context.ts";
import { parseTraceparent } from "#domain/trace-context.ts";
import { failSpan, type SpanAttributes, tracerName } from "#runtime/tracing/span.ts";

/**
 * Runs each request in a span, which continues the trace of the caller's `traceparent`. `tracestate` and `baggage` are
 * ignored, because they would bring values of the caller into the trace.
 */
export function traceRequests(): ApiMiddleware {
  return async (context, next) => {
    const caller = parseTraceparent(context.get("traceparent"));
    const parent =
      caller === null
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true });
    const { method } = context;
    const span = trace.getTracer(tracerName).startSpan(method, { kind: SpanKind.SERVER }, parent);
    context.state.traceId = span.spanContext().traceId;
    context.res.once("close", () => {
      const { failure, jobId, route } = context.state;
      span.updateName(route === undefined ? method : `${method} ${route.path}`);
      span.setAttributes({
        "http.request.method": method,
        ...(route === undefined ? {} : { "http.route": route.path }),
        ...(context.res.headersSent ? { "http.response.status_code": context.status } : {}),
        ...(jobId === undefined ? {} : { "gme.job": jobId }),
        ...(failure === undefined ? {} : { "error.type": failure }),
      } satisfies SpanAttributes);
      if (context.status >= 500) failSpan(span, failure ?? "internal");
      span.end();
    });
    await current.with(trace.setSpan(parent, span), next);
  };
}
