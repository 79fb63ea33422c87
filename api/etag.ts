import { createHash } from "node:crypto";

/** A strong ETag: another one for every other byte. */
export function etagOf(content: string): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
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

/** Whether `If-Match` allows a change of what has this ETag. A weak tag never does: it says too little. */
export function matchesEtag(header: string, etag: string): boolean {
  const names = header.split(",").map((name) => name.trim());
  return names.includes("*") || names.includes(etag);
}
