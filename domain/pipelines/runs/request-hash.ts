import { canonicalJson } from "#domain/canonical-json.ts";

/** Fields of a step that do not change what it makes. */
const neutralFields = new Set([
  "title",
  "when",
  "after",
  "onError",
  "timeoutSeconds",
  "keep",
  "retries",
  "fallback",
  "maxCredits",
]);

/**
 * Text whose SHA-256 identifies the request of a step: equal texts make the same result, in any run and version.
 * Files are identified by their bytes. Excludes limits, retries and the model that routing chooses.
 */
export function requestText(
  kindVersion: number,
  request: Readonly<Record<string, unknown>>,
): string {
  const decisive = Object.entries(request).filter(([name]) => !neutralFields.has(name));
  return canonicalJson({
    version: kindVersion,
    request: withFileHashes(Object.fromEntries(decisive)),
  });
}

function withFileHashes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFileHashes);
  if (typeof value !== "object" || value === null) return value;
  if (isFile(value)) return { sha256: value.sha256, contentType: value.contentType };
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withFileHashes(inner)]),
  );
}

function isFile(value: object): value is { sha256: string; contentType: string } {
  return (
    "bytes" in value &&
    "sha256" in value &&
    typeof value.sha256 === "string" &&
    "contentType" in value &&
    typeof value.contentType === "string"
  );
}
