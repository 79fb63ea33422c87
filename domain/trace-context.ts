/** A span of a distributed trace, as W3C Trace Context names it. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/** Header of Temporal in which its official interceptors carry a trace, too. */
export const temporalTraceHeader = "_tracer-data";

/** The 55 characters of version 00; later versions may append fields, which are refused. */
const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const noTrace = /^0+$/;

/** Parses a `traceparent`. Null for any other text, and for the ids that the standard calls invalid. */
export function parseTraceparent(text: string | null | undefined): TraceContext | null {
  const match = pattern.exec(text ?? "");
  if (match === null) return null;
  const [, traceId = "", spanId = "", flags = ""] = match;
  if (noTrace.test(traceId) || noTrace.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}

export function toTraceparent({ traceId, spanId, traceFlags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}
