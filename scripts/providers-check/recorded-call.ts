import { z } from "zod";

import type { ObservedBody, ObservedExchange } from "#activities/providers/adapter.ts";

/** A body without secrets: JSON, the fields of a form, or a note of its size. */
const body = z.union([
  z.strictObject({ json: z.unknown() }),
  z.strictObject({ form: z.record(z.string(), z.unknown()) }),
  z.strictObject({ bytes: z.int().nonnegative(), contentType: z.string() }),
]);
const exchangeSchema = z.strictObject({
  method: z.string(),
  url: z.string(),
  request: body,
  status: z.int(),
  response: body,
});
export type RecordedExchange = z.output<typeof exchangeSchema>;

/** Exchanges of one real call, checked in as `test/fixtures/provider-calls/<slug>.json`. */
export const recordedCallSchema = z.strictObject({
  slug: z.string(),
  model: z.string(),
  recordedAt: z.iso.datetime(),
  exchanges: z.array(exchangeSchema).min(1).max(50),
});
export type RecordedCall = z.output<typeof recordedCallSchema>;

const exchangesMax = 50;
const charactersMax = 500;
const entriesMax = 20;
/** Fields whose values may give access to an account or a file. */
const secretNames = /token|secret|signature|password|assertion|credential|api_?key/i;

/** Collects the exchanges of one call. Of several polls of one URL, the last is kept. */
export function createRecorder(): {
  readonly observe: (exchange: ObservedExchange) => void;
  readonly exchanges: () => Promise<RecordedExchange[]>;
} {
  const observed = new Map<string, ObservedExchange>();
  return {
    observe(exchange) {
      const name = `${exchange.method} ${exchange.url.pathname}`;
      if (observed.size < exchangesMax || observed.has(name)) observed.set(name, exchange);
    },
    exchanges: async () => Promise.all([...observed.values()].map(toRecorded)),
  };
}

async function toRecorded({
  method,
  url,
  request,
  status,
  response,
}: ObservedExchange): Promise<RecordedExchange> {
  const query = [...url.searchParams].map(([name, value]) =>
    new URLSearchParams([[name, withoutSecrets(value, name) as string]]).toString(),
  );
  const address = `${url.origin}${url.pathname}${query.length === 0 ? "" : `?${query.join("&")}`}`;
  return {
    method,
    url: address,
    request: await toBody(request),
    status,
    response: await toBody(response),
  };
}

async function toBody({ contentType, bytes }: ObservedBody): Promise<z.output<typeof body>> {
  const size = { bytes: bytes.byteLength, contentType: contentType.split(";")[0] ?? "" };
  if (contentType.startsWith("multipart/form-data")) {
    const headers = { "content-type": contentType };
    const form = await new Response(Buffer.from(bytes), { headers }).formData();
    return { form: Object.fromEntries([...form].map(([name, value]) => [name, fieldOf(value)])) };
  }
  try {
    return { json: withoutSecrets(JSON.parse(Buffer.from(bytes).toString("utf8"))) };
  } catch {
    return size;
  }
}

function fieldOf(value: File | string): unknown {
  return typeof value === "string"
    ? withoutSecrets(value)
    : { bytes: value.size, contentType: value.type };
}

/** Shortens long texts and lists, and removes secrets and the query strings of URLs, which may be signed. */
export function withoutSecrets(value: unknown, name = ""): unknown {
  if (typeof value === "string") {
    if (secretNames.test(name)) return "removed";
    const text = value.replaceAll(/(https?:\/\/[^\s?"']+)\?[^\s"']*/g, "$1?removed");
    return text.length > charactersMax ? `${text.slice(0, 40)}… (${text.length} characters)` : text;
  }
  if (Array.isArray(value)) {
    return value.slice(0, entriesMax).map((each) => withoutSecrets(each, name));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, each]) => [field, withoutSecrets(each, field)]),
  );
}
