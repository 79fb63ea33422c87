import { AppError } from "#domain/errors.ts";

import { openAddress, parseAddress, resolveChecked } from "./checked-address.ts";

interface FetchOptions {
  readonly signal: AbortSignal;
  /** An origin of ours or of a configured provider, which may lie in a private network. */
  readonly trustedOrigin?: string;
  readonly allowPrivate?: boolean;
}

/**
 * Reads an address that came from outside. The name is resolved once and the connection goes to the
 * address that was checked, so a second answer of the name server cannot lead it elsewhere; private,
 * loopback, link-local and special ranges are refused in every notation; redirects are not followed.
 * Throws `input_address_refused`, `input_invalid`, or for 404 and 410 `provider_result_expired`.
 */
export async function fetchUntrusted(
  address: string,
  options: FetchOptions,
): Promise<{ body: AsyncIterable<Uint8Array>; contentType: string | null }> {
  const url = parseAddress(address);
  const trusted = options.allowPrivate === true || url.origin === options.trustedOrigin;
  const ip = await resolveChecked(url.hostname, trusted);
  const response = await openAddress(url, ip, { signal: options.signal });
  const status = response.statusCode ?? 0;
  if (status !== 200) {
    response.destroy();
    const expired = status === 404 || status === 410;
    throw new AppError(expired ? "provider_result_expired" : "input_invalid", {
      message: `The address answered with status ${status}.`,
      details: { status },
    });
  }
  return { body: response, contentType: response.headers["content-type"] ?? null };
}
