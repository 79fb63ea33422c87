import type { ProviderCall } from "./adapter.ts";
import type { ErrorDialect } from "./error-dialect.ts";
import { unreadable } from "./http.ts";

/** The storage behind an upload says no to one upload; that says nothing about our key. */
export const storageDialect: ErrorDialect = {
  read: () => ({ words: [] }),
  rules: [{ status: [400, 401, 403, 404], code: "provider_overloaded" }],
};

/**
 * An address that a provider gave to upload to, a storage of somebody else's: it gets the file, and
 * never our key. Throws `provider_response_invalid` without TLS.
 */
export function storageAddress(address: string, { baseUrl }: Pick<ProviderCall, "baseUrl">): URL {
  const url = new URL(address);
  if (url.protocol === "https:" || url.origin === new URL(baseUrl).origin) return url;
  throw unreadable(false, "an upload address without TLS");
}
