import { readCookie, setCookie } from "#api/http/cookies.ts";

import { requestSeconds } from "./lifetimes.ts";

/**
 * `Set-Cookie` that binds a request to the browser that has started it. Another person who opens the consent page of a
 * foreign request has no such cookie, and so cannot grant anything to the browser of an attacker.
 */
export function bindRequest(requestId: string, publicUrl: string): string {
  const isSecure = publicUrl.startsWith("https:");
  const name = nameOf(requestId, isSecure);
  return setCookie({
    name,
    value: "1",
    path: "/",
    maxAge: requestSeconds,
    sameSite: "Lax",
    isSecure,
  });
}

export function isBound(header: string | undefined, requestId: string, publicUrl: string): boolean {
  return readCookie(header, nameOf(requestId, publicUrl.startsWith("https:"))) !== null;
}

/** With the prefix, browsers refuse a cookie that another host of the domain sets (RFC 6265bis). */
function nameOf(requestId: string, isSecure: boolean): string {
  return `${isSecure ? "__Host-" : ""}gme-connect-${requestId}`;
}
