import { z } from "zod";

import { AppError, type ErrorCode } from "#domain/errors.ts";

import type { ProviderCall } from "./adapter.ts";

/** How a provider says no. An adapter gives its own words; what they leave open goes by the status. */
export interface ErrorDialect {
  /** The words and the sentence of an answer's body, which may be anything. */
  read(body: unknown): ProviderWords;
  /** The first that fits decides. A rule without a status fits all of them, 200 included. */
  readonly rules: readonly ErrorRule[];
}

export interface ProviderWords {
  /** Machine words: codes, types, statuses. */
  readonly words: readonly string[];
  /** A sentence for people. */
  readonly reason?: string | undefined;
  /** When to come back, where the body says it; a header goes before it. */
  readonly retryAfterSeconds?: number | undefined;
}

export interface ErrorRule {
  readonly status?: number | readonly number[];
  /** In any case; a pattern is also looked for in the sentence. */
  readonly words?: readonly (string | RegExp)[];
  readonly code: ErrorCode;
}

export interface FailedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly call: Pick<ProviderCall, "credential">;
  readonly paid: boolean;
  readonly requestId: string | undefined;
}

/** Patterns read no more of a provider's text: some take time by the square of its length. */
const readCharactersMax = 2_000;

/** Providers that do not say what went wrong. */
export const plainDialect: ErrorDialect = { read: () => ({ words: [] }), rules: [] };

const codedSchema = z.object({ code: z.number(), message: z.string().nullish() });

/** For answers that all hold `{ code, message }`, where zero is success whatever the status. */
export function readCoded(body: unknown): ProviderWords {
  const { code = 0, message } = codedSchema.safeParse(body).data ?? {};
  return code === 0 ? { words: [] } : { words: [String(code)], reason: message ?? undefined };
}

/** The error of an answer that is none of 2xx, or whose body says that it is an error. */
export function toProviderError(dialect: ErrorDialect, answer: FailedAnswer): AppError {
  const said = dialect.read(answer.body);
  const retryAfterSeconds = readRetryAfter(answer.headers) ?? said.retryAfterSeconds;
  const code =
    codeByRule(dialect, answer.status, said) ??
    codeOfStatus(answer.status, answer.paid, retryAfterSeconds !== undefined);
  return new AppError(code, { details: detailsOf(code, answer, said, retryAfterSeconds) });
}

/** The code that a provider's own words mean, whatever the status; undefined when no rule knows them. */
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
    case 425:
      return "provider_overloaded";
    case 413:
      return "input_too_large";
    case 429:
      return "provider_rate_limited";
  }
  // The address is another one: nothing was made here, and keys are not carried elsewhere.
  if (status >= 300 && status < 400) return "provider_unreachable";
  if (status < 500) return "provider_rejected";
  // A 503 that says when to come back was given before acceptance; any other 5xx may come after it.
  if (status === 503 && saysWhen) return "provider_overloaded";
  return paid ? "provider_outcome_unknown" : "provider_overloaded";
}

/** What is wrong with our key or our balance is not the caller's to read. */
const ownTroubles: readonly ErrorCode[] = ["provider_credential_invalid", "provider_balance_empty"];
const reasonCharactersMax = 300;

function detailsOf(
  code: ErrorCode,
  { status, call, requestId }: FailedAnswer,
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

/** Takes out our key, what looks like one, and what addresses carry behind the question mark. */
function redact(text: string, { credential }: Pick<ProviderCall, "credential">): string {
  const withoutKey = credential === "" ? text : text.replaceAll(credential, "[key]");
  // Cut after the key was taken out, so that no part of it is left at the end.
  return withoutKey
    .slice(0, readCharactersMax)
    .replaceAll(/\b(Bearer|Key|Token)\s+[^\s"']{8,}/gi, "$1 [key]")
    .replaceAll(/(https?:\/\/[^\s"'?]+)\?[^\s"']+/gi, "$1?[…]")
    .replaceAll(/data:[^\s"',]*,[^\s"']+/gi, "data:[…]");
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
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
