import type { IncomingMessage } from "node:http";

import { AppError } from "#domain/errors.ts";

import { openAddress, parseAddress, resolveChecked } from "./checked-address.ts";
import type { LookUp } from "./resolve-name.ts";

/**
 * Minimum rate of a download. A file of n bytes is waited for no longer than n bytes take at this
 * rate, plus `patienceMs`.
 */
const bytesPerMsMin = 64;
/** Time without a byte that is always granted. */
const defaultPatienceMs = 10_000;

interface FetchOptions extends LookUp {
  /** For tests. */
  readonly patienceMs?: number;
  /** An origin of ours or of a configured provider, which may lie in a private network. */
  readonly trustedOrigin?: string;
  readonly allowPrivate?: boolean;
}

/**
 * Reads an address that came from outside. The name is resolved once and the connection goes to the
 * address that was checked, so a second answer of the name server cannot lead it elsewhere; private,
 * loopback, link-local and special ranges are refused in every notation; redirects are not followed.
 * Throws `input_address_refused`, `input_invalid`, `overloaded`, or for 404 and 410 `provider_result_expired`; the
 * body throws `input_invalid` when it arrives too slowly or, with `incomplete` as reason, breaks off.
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
      message: `The address answered with status ${status}.`,
      details: { status },
    });
  }
  return {
    body: readAtMinimumRate(response, options),
    contentType: response.headers["content-type"] ?? null,
  };
}

/** Only time spent waiting for the server counts: a slow reader is no fault of the server. */
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
      new AppError("input_invalid", { message: "The server sends the file too slowly." }),
    );
  }, ms);
}
