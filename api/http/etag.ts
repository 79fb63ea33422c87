import { hash } from "node:crypto";

/**
 * Computes a strong ETag of the serialized resource. With `counted` fields (usage counters), the ETag begins
 * with a digest of all other fields.
 */
export function etagOf(json: string, counted: readonly string[] = []): string {
  if (counted.length === 0) return `"${digest(json)}"`;
  const fields = Object.entries(JSON.parse(json) as Record<string, unknown>);
  const settings = fields.filter(([name]) => !counted.includes(name));
  return `"${digest(JSON.stringify(settings))}.${digest(json)}"`;
}

/** Adds to a list entry the ETag that an update of the resource takes in `If-Match`. */
export function withEtag<Shown extends object>(
  shown: Shown,
  { counted }: { readonly counted?: readonly string[] },
): Shown & { etag: string } {
  return { ...shown, etag: etagOf(JSON.stringify(shown), counted) };
}

function digest(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 27);
}

/**
 * Matches `If-None-Match` against an ETag (RFC 9110, section 13.1.2). Ignores `Cache-Control: no-cache` of
 * the request: it is meant for intermediate caches, and clients such as `fetch` add it to every conditional
 * request.
 */
export function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const names = header.split(",").map((name) => name.trim().replace(/^W\//, ""));
  return names.includes("*") || names.includes(etag);
}

/**
 * Matches `If-Match` against an ETag. Weak tags never match (RFC 9110, section 13.1.1). Compares only the
 * digest of the settings: counted fields change with every use, and an update does not overwrite them.
 */
export function matchesEtag(header: string, etag: string): boolean {
  const names = header.split(",").map((name) => name.trim());
  return names.includes("*") || names.some((name) => settingsOf(name) === settingsOf(etag));
}

function settingsOf(etag: string): string {
  return etag.replace(/\..*/, '"');
}
