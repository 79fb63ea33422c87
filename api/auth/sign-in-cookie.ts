import { createHash } from "node:crypto";

import { attemptSeconds } from "#db/accounts/sign-in-attempts.ts";

/** Name per attempt, so that two tabs can sign in concurrently. Reveals nothing about the secret. */
function nameOf(state: string, publicUrl: string): string {
  const attempt = createHash("sha256").update(`cookie ${state}`).digest("hex").slice(0, 16);
  // With the prefix, browsers refuse a cookie that another host of the domain sets (RFC 6265bis).
  return `${isSecure(publicUrl) ? "__Host-" : ""}gme-sign-in-${attempt}`;
}

/** `Set-Cookie` that binds an attempt to the browser. `Lax`, because the provider redirects back here. */
export function bindCookie(state: string, secret: string, publicUrl: string): string {
  return setCookie(state, secret, publicUrl, attemptSeconds);
}

/** `Set-Cookie` that clears the attempt's cookie. */
export function clearCookie(state: string, publicUrl: string): string {
  return setCookie(state, "", publicUrl, 0);
}

/** Reads the secret from a `Cookie` header; null when the cookie is missing or appears twice. */
export function readCookie(
  header: string | undefined,
  state: string,
  publicUrl: string,
): string | null {
  const start = `${nameOf(state, publicUrl)}=`;
  const [cookie, ...more] = (header ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start));
  return cookie === undefined || more.length > 0 ? null : cookie.slice(start.length);
}

function setCookie(state: string, value: string, publicUrl: string, maxAge: number): string {
  const secure = isSecure(publicUrl) ? "; Secure" : "";
  return `${nameOf(state, publicUrl)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}
