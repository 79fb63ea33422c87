import { context, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import type { Headers, WorkflowClientInterceptor } from "@temporalio/client";
import { defaultPayloadConverter } from "@temporalio/common";

import { currentTrace } from "#db/current-trace.ts";
import { parseTraceparent, temporalTraceHeader } from "#domain/trace-context.ts";

/** Sends the current trace with each start of a workflow, whose activities continue it. */
export const traceStarts: WorkflowClientInterceptor = {
  async start(input, next) {
    const traceparent = currentTrace();
    if (traceparent === null) return next(input);
    const payload = defaultPayloadConverter.toPayload({ traceparent });
    return next({ ...input, headers: { ...input.headers, [temporalTraceHeader]: payload } });
  },
};

/** Reads the `traceparent` from headers of Temporal; null without a valid one. */
export function traceOfHeaders(headers: Headers): string | null {
  const payload = headers[temporalTraceHeader];
  if (payload === undefined) return null;
  const carried: unknown = defaultPayloadConverter.fromPayload(payload);
  const traceparent: unknown =
    typeof carried === "object" && carried !== null ? Reflect.get(carried, "traceparent") : null;
  return typeof traceparent === "string" && parseTraceparent(traceparent) !== null
    ? traceparent
    : null;
}

/** Runs work within the trace of a row or a message; without one, outside of any trace. */
export async function inTrace<Result>(
  traceparent: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  const parent = parseTraceparent(traceparent);
  if (parent === null) return context.with(ROOT_CONTEXT, work);
  return context.with(trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }), work);
}
