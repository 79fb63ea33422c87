import { trace, TraceFlags } from "@opentelemetry/api";

import { toTraceparent } from "#domain/trace-context.ts";

/** Returns the `traceparent` to store with a row that other processes continue; null outside of a sampled trace. */
export function currentTrace(): string | null {
  const span = trace.getActiveSpan()?.spanContext();
  if (span === undefined || (span.traceFlags & TraceFlags.SAMPLED) === 0) return null;
  return toTraceparent(span);
}
