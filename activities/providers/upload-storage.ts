import type { ProviderCall } from "./adapter.ts";
import type { ErrorDialect } from "./error-dialect.ts";
import { unreadable } from "./http.ts";

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
