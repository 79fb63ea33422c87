import type { IncomingMessage } from "node:http";

import { AppError } from "#domain/errors.ts";

import { openAddress, parseAddress, resolveChecked } from "./checked-address.ts";
import type { LookUp } from "./resolve-name.ts";

/**
 * Minimum rate of a download. The timeout for a file of n bytes is the time that n bytes take at this rate,
 * plus `patienceMs`.
 */
const bytesPerMsMin = 64;
/** Idle time that is always allowed. */
const defaultPatienceMs = 10_000;

interface FetchOptions extends LookUp {
  /** For tests. */
  readonly patienceMs?: number;
  /** Origin of the engine or of a configured provider, which may be in a private network. */
  readonly trustedOrigin?: string;
  readonly allowPrivate?: boolean;
}

/**
 * Downloads from an untrusted URL. The name is resolved once and the connection uses the checked IP address,
 * so a later DNS response cannot redirect it. Private, loopback, link-local and special ranges are refused in
 * every notation, and redirects are not followed. Throws `input_address_refused`, `input_invalid`,
 * `overloaded`, or for 404 and 410 `provider_result_expired`. The body throws `input_invalid` when it arrives
 * too slowly or, with `incomplete` as reason, ends early.
 */
export async function fetchUntrusted(
  address: string,
  options: FetchOptions,
): Promise<{ body: AsyncIterable<Uint8Array>; contentType: string | null }> {
  const url = parseAddress(address);
  const trusted = options.allowPrivate === true || url.origin === options.trustedOrigin;
  const addresses = await resolveChecked(url.hostname, { ...options, trusted });
  const response = await openAddress(url, addresses, { signal: options.signal });
  const status = response.statusCode ?? 0;
  if (status !== 200) {
    response.destroy();
    const expired = status === 404 || status === 410;
    throw new AppError(expired ? "provider_result_expired" : "input_invalid", {
      message: `The URL returned status ${status}.`,
      details: { status },
    });
  }
  return {
    body: readAtMinimumRate(response, options),
    contentType: response.headers["content-type"] ?? null,
  };
}

/** Counts only the time spent waiting for the server, so a slow reader never fails a download. */
async function* readAtMinimumRate(
  response: IncomingMessage,
  { signal, patienceMs = defaultPatienceMs }: FetchOptions,
): AsyncGenerator<Uint8Array> {
  let patience = patienceMs;
  let waitingSince = performance.now();
  let timer = giveUpAfter(response, patience);
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      const waitedMs = performance.now() - waitingSince;
      const earnedMs = chunk.byteLength / bytesPerMsMin;
      patience = Math.min(patience - waitedMs + earnedMs, patienceMs);
      yield chunk;
      waitingSince = performance.now();
      timer = giveUpAfter(response, patience);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    signal.throwIfAborted();
    throw new AppError("input_invalid", {
      message: "The connection broke before the file was complete.",
      details: { reason: "incomplete" },
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

function giveUpAfter(response: IncomingMessage, ms: number): NodeJS.Timeout {
  return setTimeout(() => {
    response.destroy(
      new AppError("input_invalid", { message: "The server sent the file too slowly." }),
    );
  }, ms);
}
