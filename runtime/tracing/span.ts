import { context, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

import { AppError } from "#domain/errors.ts";

/**
 * All attributes that spans have. None may hold a value that a caller, a person or a provider has written: no prompt, URL,
 * header, credential, email or IP address, and no id of a person.
 */
export interface SpanAttributes {
  readonly "http.request.method"?: string;
  /** Template of the path, such as `/v1/jobs/{jobId}`. */
  readonly "http.route"?: string;
  readonly "http.response.status_code"?: number;
  /** Error code of `domain/errors.ts`, or a name that the code gives to a failure. */
  readonly "error.type"?: string;
  readonly "gme.activity"?: string;
  readonly "gme.attempt"?: number;
  readonly "gme.bytes"?: number;
  readonly "gme.job"?: string;
  readonly "gme.model"?: string;
  readonly "gme.outbox.kind"?: string;
  readonly "gme.provider"?: string;
}

/** Part of a span that is known when its work has ended. */
export interface SpanEnd {
  set(attributes: SpanAttributes): void;
}

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;
const untraced: SpanEnd = { set: () => undefined };

export const tracerName = "gme";

/**
 * Runs work in a span of the current trace. Without a trace, as always when tracing is off, only the work is run. An error
 * leaves its code in the span, never its message.
 */
export async function withSpan<Result>(
  name: string,
  { kind = "internal", ...attributes }: SpanAttributes & { readonly kind?: keyof typeof kinds },
  work: (span: SpanEnd) => Promise<Result>,
): Promise<Result> {
  if (trace.getActiveSpan() === undefined) return work(untraced);
  const span = trace
    .getTracer(tracerName)
    .startSpan(name, { kind: kinds[kind], attributes: { ...attributes } });
  try {
    return await context.with(trace.setSpan(context.active(), span), async () =>
      work({ set: (more) => void span.setAttributes({ ...more }) }),
    );
  } catch (error) {
    failSpan(span, error instanceof AppError ? error.code : "internal");
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed. */
export function failSpan(span: Span, code: string): void {
  span.setAttribute("error.type" satisfies keyof SpanAttributes, code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Adds attributes to the current span. */
export function noteInSpan(attributes: SpanAttributes): void {
  trace.getActiveSpan()?.setAttributes({ ...attributes });
}
