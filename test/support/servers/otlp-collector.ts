import type { IncomingMessage, ServerResponse } from "node:http";

import protobuf from "protobufjs";

import { listenOnFreePort } from "./listen-on-free-port.ts";

/** The fields of opentelemetry/proto/collector/trace/v1 that tests read, by their published numbers. */
const schema = protobuf
  .parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span {
    bytes trace_id = 1;
    bytes span_id = 2;
    bytes parent_span_id = 4;
    string name = 5;
    int32 kind = 6;
    repeated KeyValue attributes = 9;
    repeated Event events = 11;
    Status status = 15;
  }
  message Event { string name = 2; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; Value value = 2; }
  message Value { oneof value { string text = 1; bool flag = 2; int64 whole = 3; double number = 4; } }
`)
  .root.lookupType("Request");

export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly events: number;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly service: string | number | undefined;
}

export interface OtlpCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Everything that was received, as it came over the wire. */
  bytes(): Buffer;
  /** Headers of the first request. */
  headers(): Readonly<Record<string, unknown>>;
  /** Lets all further requests wait for a response. */
  hang(): void;
  /** Number of requests that wait for a response. */
  waiting(): number;
  close(): Promise<void>;
}

/** Starts a collector of traces that takes OTLP over HTTP with protobuf, as the official one does at port 4318. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const { server, url, close } = await listenOnFreePort();
  const spans: CollectedSpan[] = [];
  const bodies: Buffer[] = [];
  let headers: Readonly<Record<string, unknown>> = {};
  let isHanging = false;
  let waiting = 0;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      if (isHanging) {
        waiting += 1;
        return;
      }
      if (bodies.length === 0) headers = request.headers;
      const body = Buffer.concat(chunks);
      bodies.push(body);
      spans.push(...readSpans(body));
      response.writeHead(request.url === "/v1/traces" ? 200 : 404).end();
    });
  });
  return {
    url,
    spans,
    bytes: () => Buffer.concat(bodies),
    headers: () => headers,
    hang() {
      isHanging = true;
    },
    waiting: () => waiting,
    close,
  };
}

type Attributes = readonly { key: string; value: Record<string, string | number> }[];

interface Received {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, "attributes" | "events"> & {
        readonly attributes?: Attributes;
        readonly events?: readonly unknown[];
      })[];
    }[];
  }[];
}

function readSpans(body: Buffer): CollectedSpan[] {
  const decoded = schema.toObject(schema.decode(body), { longs: Number, bytes: String });
  return (decoded as Received).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        name: span.name,
        traceId: toHex(span.traceId),
        spanId: toHex(span.spanId),
        parentSpanId: toHex(span.parentSpanId),
        attributes: toRecord(span.attributes ?? []),
        events: span.events?.length ?? 0,
        status: span.status ?? {},
        service: toRecord(resource.attributes)["service.name"],
      })),
    ),
  );
}

function toHex(base64: string | undefined): string {
  return Buffer.from(base64 ?? "", "base64").toString("hex");
}

function toRecord(attributes: Attributes): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? ""]),
  );
}
