import { createHash } from "node:crypto";

import { readCookie, setCookie } from "#api/http/cookies.ts";
import { attemptSeconds } from "#db/accounts/sign-in-attempts.ts";

/** `Set-Cookie` that binds an attempt to the browser. */
export function bindAttempt(state: string, secret: string, publicUrl: string): string {
  return attemptCookie(state, { value: secret, maxAge: attemptSeconds, publicUrl });
}

/** `Set-Cookie` that clears the attempt's cookie. */
export function clearAttempt(state: string, publicUrl: string): string {
  return attemptCookie(state, { value: "", maxAge: 0, publicUrl });
}

/** Reads the secret of an attempt from a `Cookie` header; null when the cookie is missing or appears twice. */
export function readAttempt(
  header: string | undefined,
  state: string,
  publicUrl: string,
): string | null {
  return readCookie(header, nameOf(state, publicUrl));
}

/** Name per attempt, so that two tabs can sign in concurrently. Reveals nothing about the secret. */
function nameOf(state: string, publicUrl: string): string {
  const attempt = createHash("sha256").update(`cookie ${state}`).digest("hex").slice(0, 16);
  // With the prefix, browsers refuse a cookie that another host of the domain sets (RFC 6265bis).
  return `${isHttps(publicUrl) ? "__Host-" : ""}gme-sign-in-${attempt}`;
}

/** `Lax`, because the identity provider redirects back here. */
function attemptCookie(
  state: string,
  { value, maxAge, publicUrl }: { value: string; maxAge: number; publicUrl: string },
): string {
  const isSecure = isHttps(publicUrl);
  const name = nameOf(state, publicUrl);
  return setCookie({ name, value, path: "/", maxAge, sameSite: "Lax", isSecure });
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}
