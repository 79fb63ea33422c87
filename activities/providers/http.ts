import type { z } from "zod";

import { AppError } from "#domain/errors.ts";
import { checkJsonShape } from "#runtime/json-shape.ts";

import type { ProviderCall } from "./adapter.ts";
import { codeByRule, type ErrorDialect, plainDialect, toProviderError } from "./error-dialect.ts";
import { exchange, type RawAnswer } from "./exchange.ts";
import { inPieces, pauseAfterLarge } from "./read-answer.ts";
import { encodeBody, type RequestContent } from "./request-body.ts";

/** An answer is metadata, a file or one base64 image; more than this is a fault of the provider. */
const answerBytesMax = 64 * 1024 * 1024;
/** No provider needs more; a transcript of hours has a million values. */
const answerLimits = {
  levelsMax: 64,
  fieldsMax: 10_000,
  valuesMax: Number.POSITIVE_INFINITY,
};
/** A refusal is a few sentences; what exceeds this limit is ignored. */
const errorBytesMax = 256 * 1024;
/** A question that costs nothing is asked again, so it is not waited for long. */
const freeTimeoutMs = 30_000;

type Method = "GET" | "POST" | "PUT" | "DELETE" | "PATCH";

export interface ProviderRequest extends RequestContent {
  readonly call: ProviderCall;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /**
   * Whether this request may cost money. A lost answer to it is `provider_outcome_unknown`; a lost
   * answer to any other can simply be asked for again.
   */
  readonly paid: boolean;
  /** Below what the call as a whole may take. */
  readonly timeoutMs?: number;
  readonly answerBytesMax?: number;
  /** How the provider says no; the default goes by the status alone. */
  readonly dialect?: ErrorDialect;
}

/** What a provider answered with 2xx. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The provider's name of this request, for its support. */
  readonly requestId: string | undefined;
}

/**
 * One HTTP request without any retry and without following redirects. A path belongs to the call's
 * address; a URL must have been checked with `ownAddress`. Throws `AppError` of the provider group
 * only, and only `provider_outcome_unknown` where something may have been made.
 */
export async function requestAnswer(
  method: Method,
  path: string | URL,
  request: ProviderRequest,
): Promise<ProviderAnswer> {
  const { call, paid } = request;
  // Certainly not sent: an attempt that was held up may have been given up, and another sends.
  if (paid && call.sendBefore !== undefined && Date.now() > call.sendBefore) {
    throw new AppError("provider_unreachable", { details: { reason: "held up before sending" } });
  }
  const answer = await send(method, path, request);
  const requestId = requestIdOf(answer.headers);
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

function isSuccess({ status }: Pick<RawAnswer, "status">): boolean {
  return status >= 200 && status < 300;
}

/** An answer that is JSON of a known shape; another shape is `provider_response_invalid`, or unknown. */
export async function requestJson<Schema extends z.ZodType>(
  method: Method,
  path: string | URL,
  request: ProviderRequest & { readonly schema: Schema },
): Promise<z.output<Schema>> {
  return readJson(await requestAnswer(method, path, request), request);
}

/** For calls whose answer does not matter. */
export async function requestNothing(
  method: Method,
  path: string | URL,
  request: ProviderRequest,
): Promise<void> {
  await requestAnswer(method, path, request);
}

/** The JSON of an answer. A body that says in the provider's own words that it is an error, is one. */
export async function readJson<Schema extends z.ZodType>(
  { bytes, status, headers, requestId }: ProviderAnswer,
  request: ProviderRequest & { readonly schema: Schema },
): Promise<z.output<Schema>> {
  const { call, paid } = request;
  const shape = checkJsonShape(answerLimits);
  for await (const piece of inPieces(bytes)) shape.scan(piece);
  if (shape.problem() !== null) throw unreadable(paid, "the answer is too deep or too wide");
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  await pauseAfterLarge(bytes.byteLength);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    // A page of a proxy, or half an answer: whoever said that, the provider may say more next time.
    if (!paid) throw new AppError("provider_unreachable", { cause: error });
    throw unreadable(paid, "the answer is not JSON", error);
  }
  await pauseAfterLarge(bytes.byteLength);
  const dialect = request.dialect ?? plainDialect;
  if (codeByRule(dialect, status, dialect.read(body)) !== undefined) {
    throw toProviderError(dialect, { status, headers, body, call, paid, requestId });
  }
  const result = request.schema.safeParse(body);
  if (result.success) return result.data;
  throw unreadable(paid, "the answer has another shape", result.error);
}

/** What was understood of an answer that costs money is never asked for again. */
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

/** Where an address that a provider gave may lie: at the call's own, or over TLS at one of its hosts. */
interface OwnPlaces {
  readonly call: ProviderCall;
  /** The provider's; what lies below them counts, too. */
  readonly hosts: readonly string[];
}

/**
 * An address that a provider gave us to ask again, as it stands. It gets our key, so it must be one
 * of the provider's. Throws `provider_response_invalid`.
 */
export function ownAddress(address: string, places: OwnPlaces): URL {
  if (isOwnAddress(address, places)) return new URL(address);
  throw new AppError("provider_response_invalid", {
    details: { reason: "the answer names an address that is not the provider's" },
  });
}

/** For the answer to a paid request, which must not fail for an address that can be done without. */
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
): Promise<RawAnswer> {
  const { call, paid } = request;
  const timeoutMs = request.timeoutMs ?? (paid ? undefined : freeTimeoutMs);
  const outcome = await exchange({
    method,
    url: addressOf(path, request),
    headers: { accept: "application/json", ...request.headers },
    body: encodeBody(request),
    signal:
      timeoutMs === undefined
        ? call.signal
        : AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]),
    mayReuse: !paid,
    answerBytesMax: request.answerBytesMax ?? answerBytesMax,
  });
  switch (outcome.state) {
    case "answered":
      return outcome.answer;
    case "too_large":
      // A refusal is one by its status, whatever it says.
      if (!isSuccess(outcome.answer)) return { ...outcome.answer, bytes: new Uint8Array() };
      // The provider responded, so a result was made; the same request could only return it again.
      throw unreadable(paid, "the answer is too large", undefined, { isLost: paid });
    case "lost":
      // An input of ours broke off, not the provider.
      if (outcome.isUnsent && outcome.cause instanceof AppError) throw outcome.cause;
      throw new AppError(
        paid && !outcome.isUnsent ? "provider_outcome_unknown" : "provider_unreachable",
        { cause: outcome.cause },
      );
  }
}

function addressOf(path: string | URL, { call, query = {} }: ProviderRequest): URL {
  const url =
    path instanceof URL ? new URL(path) : new URL(`${call.baseUrl.replace(/\/+$/, "")}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** The names under which providers send it. */
const requestIdHeaders = [
  "x-request-id",
  "request-id",
  "x-fal-request-id",
  "x-recraft-requestid",
  "dg-request-id",
  "x-process-id",
  "trace-id",
] as const;

function requestIdOf(headers: Readonly<Record<string, string>>): string | undefined {
  const name = requestIdHeaders.find((each) => headers[each] !== undefined);
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
