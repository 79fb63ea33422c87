import { context, ROOT_CONTEXT, SpanKind, trace } from "@opentelemetry/api";
import { activityInfo, type Context } from "@temporalio/activity";
import {
  ApplicationFailure,
  ApplicationFailureCategory,
  CancelledFailure,
} from "@temporalio/common";
import type { ActivityInboundCallsInterceptor } from "@temporalio/worker";

import { failSpan, type SpanAttributes, tracerName } from "#runtime/tracing/span.ts";
import { inTrace, traceOfHeaders } from "#temporal/trace-runs.ts";

/** Activities that are repeated until a provider is ready: hundreds of attempts of one job would hide its other spans. */
const polls: ReadonlySet<string> = new Set(["pollProvider", "reconcileSubmission"]);

/**
 * Runs each attempt of an activity in a span of its workflow's trace. An attempt of a poll that finds the provider at work
 * leaves no span, and its requests leave none in any case. Must be the first interceptor of a queue, so that it sees the
 * failures that Temporal receives.
 */
export function createTraceActivities(provider?: string) {
  return (_context: Context): { inbound: ActivityInboundCallsInterceptor } => ({
    inbound: {
      async execute(input, next) {
        const traceparent = traceOfHeaders(input.headers);
        if (traceparent === null) return next(input);
        const { activityType, attempt } = activityInfo();
        return inTrace(traceparent, async () => {
          const attributes = toAttributes({
            activityType,
            attempt,
            provider,
            input: input.args[0],
          });
          const options = { kind: SpanKind.CONSUMER, attributes: { ...attributes } };
          const span = trace.getTracer(tracerName).startSpan(`activity ${activityType}`, options);
          const isPoll = polls.has(activityType);
          const inside = isPoll ? ROOT_CONTEXT : trace.setSpan(context.active(), span);
          try {
            const result = await context.with(inside, async () => next(input));
            span.end();
            return result;
          } catch (error) {
            if (isPoll && isNotReady(error)) throw error;
            failSpan(span, codeOf(error));
            span.end();
            throw error;
          }
        });
      },
    },
  });
}

function toAttributes({
  activityType,
  attempt,
  provider,
  input,
}: {
  activityType: string;
  attempt: number;
  provider: string | undefined;
  input: unknown;
}): SpanAttributes {
  const jobId: unknown =
    typeof input === "object" && input !== null ? Reflect.get(input, "jobId") : undefined;
  return {
    "gme.activity": activityType,
    "gme.attempt": attempt,
    ...(provider === undefined ? {} : { "gme.provider": provider }),
    ...(typeof jobId === "string" ? { "gme.job": jobId } : {}),
  };
}

function isNotReady(error: unknown): boolean {
  return (
    error instanceof ApplicationFailure && error.category === ApplicationFailureCategory.BENIGN
  );
}

function codeOf(error: unknown): string {
  if (error instanceof CancelledFailure) return "canceled";
  return error instanceof ApplicationFailure ? (error.type ?? "internal") : "internal";
}
