import { z } from "zod";

import { AppError, type ErrorCode } from "#domain/errors.ts";

import type { ProviderCall } from "./adapter.ts";

/** Error format of a provider. Errors that no rule matches are classified by their HTTP status. */
export interface ErrorDialect {
  /** Reads error codes and the message from a response body of any shape. */
  read(body: unknown): ProviderWords;
  /** The first matching rule decides. A rule without a status matches every status, 200 included. */
  readonly rules: readonly ErrorRule[];
}

export interface ProviderWords {
  /** Status of a failure that the body of a successful response states. */
  readonly status?: number | undefined;
  /** Machine-readable values: codes, types, statuses. */
  readonly words: readonly string[];
  /** Message for people. */
  readonly reason?: string | undefined;
  /** Delay before a retry, from the body. A `Retry-After` header takes precedence. */
  readonly retryAfterSeconds?: number | undefined;
}

export interface ErrorRule {
  readonly status?: number | readonly number[];
  /** Compared case-insensitively. A pattern is also matched against the message. */
  readonly words?: readonly (string | RegExp)[];
  readonly code: ErrorCode;
}

export interface FailedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly call: Pick<ProviderCall, "credential">;
  readonly paid: boolean;
  readonly requestId: string | undefined;
}

/** Maximum characters of a provider's text that patterns read: some take quadratic time. */
const readCharactersMax = 2_000;

/** For providers without a documented error format. */
export const plainDialect: ErrorDialect = { read: () => ({ words: [] }), rules: [] };

/** Responses that hold `{ code, message }` whatever the status. */
export const codedSchema = z.object({ code: z.number(), message: z.string().nullish() });

/** Reads responses that always hold `{ code, message }`, where zero is success whatever the status. */
export function readCoded(body: unknown): ProviderWords {
  const { code = 0, message } = codedSchema.safeParse(body).data ?? {};
  return code === 0 ? { words: [] } : { words: [String(code)], reason: message ?? undefined };
}

/** Converts a response that is not 2xx, or whose body reports an error, to an error. */
export function toProviderError(dialect: ErrorDialect, answer: FailedResponse): AppError {
  const said = dialect.read(answer.body);
  const retryAfterSeconds = readRetryAfter(answer.headers) ?? said.retryAfterSeconds;
  const status = answer.status < 300 ? (said.status ?? answer.status) : answer.status;
  const code =
    codeByRule(dialect, status, said) ??
    codeOfStatus(status, answer.paid, retryAfterSeconds !== undefined);
  return new AppError(code, { details: detailsOf(code, answer, said, retryAfterSeconds) });
}

/** Returns the error code of the first matching rule, whatever the status. Undefined when no rule matches. */
export function codeByRule(
  { rules }: ErrorDialect,
  status: number,
  said: ProviderWords,
): ErrorCode | undefined {
  return rules.find((rule) => fitsStatus(rule, status) && fitsWords(rule, said))?.code;
}

function fitsStatus({ status }: ErrorRule, actual: number): boolean {
  if (status === undefined) return true;
  return typeof status === "number" ? status === actual : status.includes(actual);
}

function fitsWords({ words }: ErrorRule, said: ProviderWords): boolean {
  if (words === undefined) return true;
  return words.some((word) =>
    typeof word === "string"
      ? said.words.some((each) => each.toLowerCase() === word.toLowerCase())
      : [...said.words, said.reason ?? ""].some((each) =>
          word.test(each.slice(0, readCharactersMax)),
        ),
  );
}

function codeOfStatus(status: number, paid: boolean, saysWhen: boolean): ErrorCode {
  switch (status) {
    case 401:
    case 403:
      return "provider_credential_invalid";
    case 402:
      return "provider_balance_empty";
    case 404:
    case 410:
      return paid ? "provider_rejected" : "provider_result_expired";
    case 408:
      // By RFC 9110 the server did not receive the request; gateways also send 408 when a service took too long.
      return paid ? "provider_outcome_unknown" : "provider_overloaded";
    case 425:
      return "provider_overloaded";
    case 413:
      return "input_too_large";
    case 429:
      return "provider_rate_limited";
  }
  // A redirect: nothing was made, and keys are not sent to another host.
  if (status >= 300 && status < 400) return "provider_unreachable";
  if (status < 500) return "provider_rejected";
  // A 503 with a retry delay was sent before acceptance. Any other 5xx may come after acceptance.
  if (status === 503 && saysWhen) return "provider_overloaded";
  return paid ? "provider_outcome_unknown" : "provider_overloaded";
}

/** Codes about the platform's key or balance. Their reasons are not shown to the caller. */
const ownTroubles: readonly ErrorCode[] = ["provider_credential_invalid", "provider_balance_empty"];
const reasonCharactersMax = 300;

function detailsOf(
  code: ErrorCode,
  { status, call, requestId }: FailedResponse,
  { reason }: ProviderWords,
  retryAfterSeconds: number | undefined,
): Record<string, unknown> {
  const isShown = reason !== undefined && reason !== "" && !ownTroubles.includes(code);
  return {
    status,
    ...(isShown ? { reason: redact(reason, call).slice(0, reasonCharactersMax) } : {}),
    ...(requestId === undefined ? {} : { requestId }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** Removes the key, anything that looks like a key, and the query strings of URLs. */
function redact(text: string, { credential }: Pick<ProviderCall, "credential">): string {
  const withoutKey = credential === "" ? text : text.replaceAll(credential, "[key]");
  // Truncated after the key is removed, so that no part of the key remains at the end.
  return withoutKey
    .slice(0, readCharactersMax)
    .replaceAll(/\b(Bearer|Key|Token)\s+[^\s"']{8,}/gi, "$1 [key]")
    .replaceAll(/(https?:\/\/[^\s"'?]+)\?[^\s"']+/gi, "$1?[…]")
    .replaceAll(/data:[^\s"',]*,[^\s"']+/gi, "data:[…]");
}

/** Reads a retry delay: seconds or a date (RFC 9110, section 10.2.3), or `retry-after-ms`. */
function readRetryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const ms = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (Number.isFinite(ms)) return Math.max(0, ms / 1_000);
  const value = headers["retry-after"];
  if (value === undefined) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(value.trim())
    ? Number(value)
    : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
