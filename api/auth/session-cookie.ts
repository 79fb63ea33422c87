import { readCookie, setCookie } from "#api/http/cookies.ts";

/** `Set-Cookie` that keeps a refresh token in the browser, unreadable for scripts. */
export function keepSession(
  { refreshToken, refreshExpiresIn }: { refreshToken: string; refreshExpiresIn: number },
  publicUrl: string,
): string {
  return sessionCookie({ value: refreshToken, maxAge: refreshExpiresIn, publicUrl });
}

/** `Set-Cookie` that removes the session's cookie. */
export function clearSession(publicUrl: string): string {
  return sessionCookie({ value: "", maxAge: 0, publicUrl });
}

/** Reads the refresh token from a `Cookie` header; null when the cookie is missing or appears twice. */
export function readSession(header: string | undefined, publicUrl: string): string | null {
  return readCookie(header, placeOf(publicUrl).name);
}

/**
 * Over https the prefix makes browsers refuse a cookie that another host of the domain sets (RFC 6265bis).
 * Plain http is for local use: cookies are shared by all ports of a host, so the name has the port.
 */
function placeOf(publicUrl: string): { name: string; path: string; isSecure: boolean } {
  const { protocol, port } = new URL(publicUrl);
  return protocol === "https:"
    ? { name: "__Host-gme-session", path: "/", isSecure: true }
    : { name: `gme-session-${port || "80"}`, path: "/v1/auth", isSecure: false };
}

function sessionCookie({
  value,
  maxAge,
  publicUrl,
}: {
  value: string;
  maxAge: number;
  publicUrl: string;
}): string {
  return setCookie({ ...placeOf(publicUrl), value, maxAge, sameSite: "Strict" });
}
