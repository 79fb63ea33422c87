import { fetchUntrusted } from "#runtime/net/fetch-untrusted.ts";
import { readBounded } from "#runtime/net/read-bounded.ts";

/** Larger than any document of a client; the limit of the draft. */
const bytesMax = 5 * 1_024;
const fetchMs = 5_000;

/**
 * Fetches the metadata document of a client (Client ID Metadata Document). Private networks are refused and redirects
 * are not followed. A client whose redirect URIs all lead to the person's computer counts as native, so their
 * port may vary (RFC 8252, 7.3), also when the document does not say so.
 */
export async function fetchClientDocument(
  url: string,
  { allowPrivate }: { readonly allowPrivate: boolean },
): Promise<Response> {
  const signal = AbortSignal.timeout(fetchMs);
  const { body } = await fetchUntrusted(url, {
    signal,
    requester: "OAuth clients",
    allowPrivate,
  });
  const bytes = await readBounded(body, { bytesMax, subject: "the document of the client" });
  // Scopes of other servers in a document for all servers are no fault.
  const { scope: _scope, ...document } = JSON.parse(bytes.toString()) as Record<string, unknown>;
  const isNative = document["application_type"] === undefined && isLocal(document["redirect_uris"]);
  return Response.json(isNative ? { ...document, application_type: "native" } : document);
}

function isLocal(redirectUris: unknown): boolean {
  const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/;
  return (
    Array.isArray(redirectUris) &&
    redirectUris.length > 0 &&
    redirectUris.every((uri) => typeof uri === "string" && loopback.test(uri))
  );
}
