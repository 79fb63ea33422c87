/**
 * Path and query of a signed URL: files are served by the origin of this page, and the page's policy allows no
 * other. The URL names `PUBLIC_URL`, which a proxy may spell in another way.
 */
export function toLocalUrl(url: string): string {
  const { pathname, search } = new URL(url, "http://localhost");
  return pathname + search;
}
