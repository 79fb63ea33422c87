import type { z } from "zod";

import { AppError } from "#domain/errors.ts";
import { freeRequestMsMax } from "#domain/jobs/time-limits.ts";
import { checkJsonShape } from "#runtime/json-shape.ts";
import { withSpan } from "#runtime/tracing/span.ts";

import type { ProviderCall } from "./adapter.ts";
import { codeByRule, type ErrorDialect, plainDialect, toProviderError } from "./error-dialect.ts";
import { exchange, type Exchange, type Outcome, type RawResponse } from "./exchange.ts";
import { parseWithBase64 } from "./large-base64.ts";
import { inPieces, pauseAfterLarge } from "./read-response.ts";
import { encodeBody, type EncodedBody, type RequestContent } from "./request-body.ts";

/**
 * Maximum bytes of a response, unless its request states another limit. Responses are metadata, a file or a
 * base64 image; a larger one is a fault of the provider.
 */
export const usualResponseBytesMax = 64 * 1024 * 1024;
/** Limits on the shape of JSON. A transcript of several hours has a million values. */
const responseLimits = {
  levelsMax: 64,
  fieldsMax: 10_000,
  valuesMax: Number.POSITIVE_INFINITY,
};
/** Maximum bytes of a refusal that are read. Refusals are a few sentences. */
const errorBytesMax = 256 * 1024;

type Method = "GET" | "POST" | "PUT" | "DELETE" | "PATCH";

export interface ProviderRequest extends RequestContent {
  readonly call: ProviderCall;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /**
   * True when this request may cost money. A lost response is then `provider_outcome_unknown`; any other lost
   * response can be requested again.
   */
  readonly paid: boolean;
  /** By default `freeRequestMsMax` for a free request. Must be shorter than the timeout of the whole call. */
  readonly timeoutMs?: number;
  readonly responseBytesMax?: number;
  /** True when the response contains files in base64, which `base64Schema` accepts. */
  readonly hasBase64?: boolean;
  /**
   * Hosts of the provider to which one redirect of a free request is followed, with the key. By default none
   * is followed.
   */
  readonly redirectHosts?: readonly string[];
  /** Response header with the provider's request id, for a provider whose header has another name. In lower case. */
  readonly requestIdHeader?: string;
  /** Error format of the provider. By default, errors are classified by their status alone. */
  readonly dialect?: ErrorDialect;
}

/** A 2xx response of a provider. */
export interface ProviderResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The provider's id of this request, for its support. */
  readonly requestId: string | undefined;
}

/**
 * Sends one HTTP request without retries and without following redirects other than to `redirectHosts`. A path
 * is relative to the call's base URL; a URL must have been checked with `ownAddress`. Throws only `AppError` of the provider group, and
 * `provider_outcome_unknown` whenever something may have been made.
 */
export async function sendRequest(
  method: Method,
  path: string | URL,
  request: ProviderRequest,
): Promise<ProviderResponse> {
  const { call, paid } = request;
  // Certainly not sent. A delayed attempt may have been given up, and a later attempt may send the request.
  if (paid && call.sendBefore !== undefined && Date.now() > call.sendBefore) {
    throw new AppError("provider_unreachable", { details: { reason: "held up before sending" } });
  }
  const first = await send(method, path, request);
  const target = redirectTarget(first, addressOf(path, request), request);
  const answer = target === null ? first : await send(method, target, { ...request, query: {} });
  const requestId = requestIdOf(answer.headers, request);
  if (isSuccess(answer)) {
    const contentType = answer.headers["content-type"] ?? "";
    return { ...answer, contentType, requestId };
  }
  throw toProviderError(request.dialect ?? plainDialect, {
    status: answer.status,
    headers: answer.headers,
    body: parseOrText(answer.bytes),
    call,
    paid,
    requestId,
  });
}

function redirectTarget(
  { status, headers }: RawResponse,
  from: URL,
  { call, paid, redirectHosts }: ProviderRequest,
): URL | null {
  const location = headers["location"];
  if (paid || redirectHosts === undefined || status < 300 || status > 399) return null;
  const target = location === undefined ? null : URL.parse(location, from.href);
  if (target === null) return null;
  return isOwnAddress(target.href, { call, hosts: redirectHosts }) ? target : null;
}

function isSuccess({ status }: Pick<RawResponse, "status">): boolean {
  return status >= 200 && status < 300;
}

/**
 * Reads JSON that matches a schema. Another shape is `provider_response_invalid`, or
 * `provider_outcome_unknown` when paid.
 */
export async function requestJson<Schema extends z.ZodType>(
  method: Method,
  path: string | URL,
  request: ProviderRequest & { readonly schema: Schema },
): Promise<z.output<Schema>> {
  return readJson(await sendRequest(method, path, request), request);
}

/** Sends a request whose response body does not matter. */
export async function requestNothing(
  method: Method,
  path: string | URL,
  request: ProviderRequest,
): Promise<void> {
  await sendRequest(method, path, request);
}

/** Reads the JSON of a response. Throws when the body reports an error by a rule of the dialect. */
export async function readJson<Schema extends z.ZodType>(
  { bytes, status, headers, requestId }: ProviderResponse,
  request: ProviderRequest & { readonly schema: Schema },
): Promise<z.output<Schema>> {
  const { call, paid } = request;
  const shape = checkJsonShape(responseLimits);
  for await (const piece of inPieces(bytes)) shape.scan(piece);
  if (shape.problem() !== null) throw unreadable(paid, "the answer is too deep or too wide");
  await pauseAfterLarge(bytes.byteLength);
  let body: unknown;
  try {
    body = await parseBody(bytes, request);
  } catch (error) {
    // A proxy's page or a truncated response: a retry may receive the provider's response.
    if (!paid) throw new AppError("provider_unreachable", { cause: error });
    throw unreadable(paid, "the answer is not JSON", error);
  }
  await pauseAfterLarge(bytes.byteLength);
  const dialect = request.dialect ?? plainDialect;
  const said = dialect.read(body);
  if (said.status !== undefined || codeByRule(dialect, status, said) !== undefined) {
    throw toProviderError(dialect, { status, headers, body, call, paid, requestId });
  }
  const result = request.schema.safeParse(body);
  if (result.success) return result.data;
  throw unreadable(paid, "the answer has another shape", result.error);
}

async function parseBody(bytes: Uint8Array, { hasBase64 }: ProviderRequest): Promise<unknown> {
  if (hasBase64 === true) return parseWithBase64(bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  await pauseAfterLarge(bytes.byteLength);
  return JSON.parse(text);
}

/** Creates the error for an unreadable response. Its request, if paid, may have made something. */
export function unreadable(
  paid: boolean,
  reason: string,
  cause?: unknown,
  { isLost = false } = {},
): AppError {
  return new AppError(paid ? "provider_outcome_unknown" : "provider_response_invalid", {
    details: { reason, ...(isLost ? { isLost } : {}) },
    cause,
  });
}

/**
 * Allowed origins of URLs in a provider's response: the call's base URL, or the provider's hosts over TLS.
 */
interface OwnPlaces {
  readonly call: ProviderCall;
  /** Hosts of the provider. Subdomains are included. */
  readonly hosts: readonly string[];
}

/**
 * Checks a URL in a provider's response before the key is sent to it. Throws `provider_response_invalid` when
 * the URL is not the provider's.
 */
export function ownAddress(address: string, places: OwnPlaces): URL {
  if (isOwnAddress(address, places)) return new URL(address);
  throw new AppError("provider_response_invalid", {
    details: { reason: "the answer names an address that is not the provider's" },
  });
}

/** For responses to paid requests, which must not fail because of an optional URL. */
export function isOwnAddress(address: string, { call, hosts }: OwnPlaces): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.username === "" &&
    url.password === "" &&
    (url.origin === new URL(call.baseUrl).origin ||
      (url.protocol === "https:" &&
        url.port === "" &&
        hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))))
  );
}

async function send(
  method: Method,
  path: string | URL,
  request: ProviderRequest,
): Promise<RawResponse> {
  const { call, paid } = request;
  const url = addressOf(path, request);
  const body = encodeBody(request);
  const sent = call.observe === undefined || body === undefined ? undefined : keepSent(body);
  const timeoutMs = request.timeoutMs ?? (paid ? undefined : freeRequestMsMax);
  const outcome = await exchangeInSpan({
    method,
    url,
    headers: { accept: "application/json", ...request.headers },
    body: sent?.body ?? body,
    signal:
      timeoutMs === undefined
        ? call.signal
        : AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]),
    mayReuse: !paid,
    responseBytesMax: request.responseBytesMax ?? usualResponseBytesMax,
  });
  switch (outcome.state) {
    case "answered": {
      const { status, headers, bytes } = outcome.answer;
      call.observe?.({
        method,
        url,
        request: { contentType: body?.contentType ?? "", bytes: sent?.bytes() ?? new Uint8Array() },
        status,
        response: { contentType: headers["content-type"] ?? "", bytes },
      });
      return outcome.answer;
    }
    case "too_large":
      // The status alone makes it a refusal, whatever the body.
      if (!isSuccess(outcome.answer)) return { ...outcome.answer, bytes: new Uint8Array() };
      // The provider responded, so a result was made; the same request could only return it again.
      throw unreadable(paid, "the answer is too large", undefined, { isLost: paid });
    case "lost":
      // An input could not be read. The provider is not at fault.
      if (outcome.isUnsent && outcome.cause instanceof AppError) throw outcome.cause;
      throw new AppError(
        paid && !outcome.isUnsent ? "provider_outcome_unknown" : "provider_unreachable",
        { cause: outcome.cause },
      );
  }
}

/** The provider receives no `traceparent`: the trace of a caller does not concern another company. */
async function exchangeInSpan(request: Exchange): Promise<Outcome> {
  const { method } = request;
  const attributes = { kind: "client", "http.request.method": method } as const;
  return withSpan(`provider ${method}`, attributes, async (span) => {
    const outcome = await exchange(request);
    if (outcome.state === "lost") span.set({ "error.type": "lost" });
    else span.set({ "http.response.status_code": outcome.answer.status });
    if (outcome.state === "answered") span.set({ "gme.bytes": outcome.answer.bytes.byteLength });
    return outcome;
  });
}

/** Keeps a copy of a body while it is sent. */
function keepSent(body: EncodedBody): { readonly body: EncodedBody; bytes(): Uint8Array } {
  let chunks: Uint8Array[] = [];
  return {
    body: {
      ...body,
      async *open() {
        chunks = [];
        for await (const chunk of body.open()) {
          chunks.push(chunk);
          yield chunk;
        }
      },
    },
    bytes: () => Buffer.concat(chunks),
  };
}

function addressOf(path: string | URL, { call, query = {} }: ProviderRequest): URL {
  const url =
    path instanceof URL ? new URL(path) : new URL(`${call.baseUrl.replace(/\/+$/, "")}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** Usual names of the header with a request id. */
const requestIdHeaders = ["x-request-id", "request-id"] as const;

function requestIdOf(
  headers: Readonly<Record<string, string>>,
  { requestIdHeader }: ProviderRequest,
): string | undefined {
  const names = [...requestIdHeaders, ...(requestIdHeader === undefined ? [] : [requestIdHeader])];
  const name = names.find((each) => headers[each] !== undefined);
  return name === undefined ? undefined : headers[name]?.slice(0, 200);
}

function parseOrText(bytes: Uint8Array): unknown {
  const text = Buffer.from(bytes.subarray(0, errorBytesMax)).toString("utf8");
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
