/** Returns true when the `Host` of a request is that of the public URL. */
export function isPublicHost(host: string, publicUrl: string): boolean {
  const { protocol, host: expected } = new URL(publicUrl);
  return URL.parse(`${protocol}//${host}`)?.host === expected;
}

/** Returns true for host names that always mean the browser's machine. */
export function isLoopbackName(hostname: string): boolean {
  return /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);
}
