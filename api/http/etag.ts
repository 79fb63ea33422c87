import { hash } from "node:crypto";

/**
 * A strong ETag: another one for every other byte. Where fields are counted by the engine, it begins
 * with a part that all but them decide.
 */
export function etagOf(json: string, counted: readonly string[] = []): string {
  if (counted.length === 0) return `"${digest(json)}"`;
  const fields = Object.entries(JSON.parse(json) as Record<string, unknown>);
  const settings = fields.filter(([name]) => !counted.includes(name));
  return `"${digest(JSON.stringify(settings))}.${digest(json)}"`;
}

/** What a list shows of one resource, with the ETag that a change of it takes in `If-Match`. */
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
 * Whether `If-None-Match` names this ETag (RFC 9110, section 13.1.2). `Cache-Control: no-cache` of
 * the request is for caches in between: clients such as `fetch` add it to every conditional request.
 */
export function namesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const names = header.split(",").map((name) => name.trim().replace(/^W\//, ""));
  return names.includes("*") || names.includes(etag);
}

/**
 * Whether `If-Match` allows a change of what has this ETag. A weak tag never does: it says too little.
 * What only the engine counts overwrites nobody's change, so that part of the tag may have gone on:
 * else a key in use could never be changed.
 */
export function matchesEtag(header: string, etag: string): boolean {
  const names = header.split(",").map((name) => name.trim());
  return names.includes("*") || names.some((name) => settingsOf(name) === settingsOf(etag));
}

function settingsOf(etag: string): string {
  return etag.replace(/\..*/, '"');
}
