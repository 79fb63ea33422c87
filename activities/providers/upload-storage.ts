import { sendWithinMs } from "#domain/jobs/time-limits.ts";

import type { AdapterInput, ProviderCall } from "./adapter.ts";
import type { ErrorDialect } from "./error-dialect.ts";
import { unreadable } from "./http.ts";

/** The paid request comes after the upload and must be sent within `sendWithinMs`. */
export const uploadTimeoutMs = sendWithinMs - 10_000;

/**
 * Uploads an input once for all attempts, so that several uploads that take longer together than one attempt
 * may are continued by the next attempt, and a repeated request has the same body.
 */
export async function uploadOnce(
  { kind, sha256 }: AdapterInput,
  call: ProviderCall,
  upload: () => Promise<string>,
): Promise<string> {
  return call.uploadOnce?.(`${kind} ${sha256}`, upload) ?? upload();
}

/** Error format of the storage behind uploads. Its refusal concerns one upload, not the platform's key. */
export const storageDialect: ErrorDialect = {
  read: () => ({ words: [] }),
  rules: [{ status: [400, 401, 403, 404], code: "provider_overloaded" }],
};

/**
 * Checks an upload URL from a provider. It may belong to another company's storage, which receives the file
 * but never the key. Throws `provider_response_invalid` without TLS.
 */
export function storageAddress(address: string, { baseUrl }: Pick<ProviderCall, "baseUrl">): URL {
  const url = new URL(address);
  if (url.protocol === "https:" || url.origin === new URL(baseUrl).origin) return url;
  throw unreadable(false, "an upload address without TLS");
}
