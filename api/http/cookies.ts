/** Reads a value from a `Cookie` header; null when the cookie is missing, or appears twice: one is planted. */
export function readCookie(header: string | undefined, name: string): string | null {
  const start = `${name}=`;
  const [cookie, ...more] = (header ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start));
  return cookie === undefined || more.length > 0 ? null : cookie.slice(start.length);
}

/** `Set-Cookie` of a cookie that scripts cannot read; with `maxAge` 0 it removes the cookie. */
export function setCookie({
  name,
  value,
  path,
  maxAge,
  sameSite,
  isSecure,
}: {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly maxAge: number;
  readonly sameSite: "Lax" | "Strict";
  readonly isSecure: boolean;
}): string {
  const secure = isSecure ? "; Secure" : "";
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite}${secure}`;
}
