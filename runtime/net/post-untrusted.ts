import type { IncomingMessage } from "node:http";

import { AppError } from "#domain/errors.ts";
import type { AttemptError } from "#domain/notifications/webhook.ts";

import { openAddress, parseAddress, resolveChecked } from "./checked-address.ts";
import type { LookUp, Resolve } from "./resolve-name.ts";

export interface Post extends LookUp {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly allowPrivate: boolean;
  /** For tests. */
  readonly resolve?: Resolve;
}

export interface PostOutcome {
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: AttemptError | null;
  readonly responseBody: string | null;
  /** Delay that the response requests with `Retry-After`. */
  readonly retryAfterMs: number | null;
}

/** Bytes of a response that are read and stored. */
const responseBytesMax = 2_048;
/** Timeout for the response's body, which does not affect the outcome. */
const bodyMs = 2_000;

/**
 * Sends a request to an untrusted URL under the rules of `fetchUntrusted`, on a separate connection. The
 * receiver's behavior is an outcome, never an exception. Only `signal` throws, and `overloaded`, because the
 * platform itself limits name look-ups.
 */
export async function postUntrusted(address: string, post: Post): Promise<PostOutcome> {
  const started = performance.now();
  const deadline = AbortSignal.timeout(post.timeoutMs);
  const signal = AbortSignal.any([deadline, post.signal]);
  const since = (): number => Math.round(performance.now() - started);
  try {
    const response = await send(address, { ...post, signal });
    const status = response.statusCode ?? 0;
    const responseBody = await readBeginning(response);
    const error = errorOf(status);
    const retryAfterMs = toRetryAfterMs(response, Date.now());
    return { durationMs: since(), status, error, responseBody, retryAfterMs };
  } catch (thrown) {
    post.signal.throwIfAborted();
    if (thrown instanceof AppError && thrown.code === "overloaded") throw thrown;
    const error = deadline.aborted ? "timed_out" : nameTrouble(thrown);
    return { durationMs: since(), status: null, error, responseBody: null, retryAfterMs: null };
  }
}

async function send(
  address: string,
  { headers, body, allowPrivate: trusted, ...lookUp }: Post,
): Promise<IncomingMessage> {
  const url = parseAddress(address);
  const addresses = await resolveChecked(url.hostname, { ...lookUp, trusted });
  return openAddress(url, addresses, { method: "POST", headers, body, signal: lookUp.signal });
}

/** Reads the body as text, up to the limit, the timeout or the end of the connection. */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => response.destroy(), bodyMs);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes >= responseBytesMax) break;
    }
  } catch {
    // The status has already decided the outcome.
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
  const text = Buffer.concat(chunks).subarray(0, responseBytesMax).toString("utf8");
  // PostgreSQL cannot store this character in a text.
  return text.replaceAll("\0", "\uFFFD");
}

function errorOf(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return "redirected";
  return status === 410 ? "gone" : "refused";
}

/** Seconds or a date (RFC 9110, section 10.2.3), of 429 and 503 only. */
function toRetryAfterMs(response: IncomingMessage, now: number): number | null {
  const value = response.headers["retry-after"];
  const status = response.statusCode ?? 0;
  if (value === undefined || (status !== 429 && status !== 503)) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function nameTrouble(thrown: unknown): AttemptError {
  if (!(thrown instanceof AppError)) return "unreachable";
  if (thrown.code === "input_address_refused") return "address_refused";
  const { code = "", syscall = "" }: NodeJS.ErrnoException =
    thrown.cause instanceof Error ? thrown.cause : new Error("no cause");
  // System call of the operating system's resolver, or of DNS.
  if (/^(getaddrinfo|query)/.test(syscall)) return "name_unknown";
  return /CERT|SIGNATURE|ISSUER|SELF_SIGNED/.test(code) ? "certificate_invalid" : "unreachable";
}
