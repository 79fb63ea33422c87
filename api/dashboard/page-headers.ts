/**
 * Headers of the dashboard's page. All scripts are files, so nothing inline runs; the nonce is for
 * the style element of the component library. Trusted Types are required and no policy may be created: text
 * of providers and people can never become HTML. `connect-src blob:` loads textures inside a 3D model.
 */
export function pageHeaders(nonce: string): Record<string, string> {
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' blob:",
      "media-src 'self' blob:",
      "font-src 'self'",
      "connect-src 'self' blob:",
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join("; "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Permissions-Policy": "camera=(self), microphone=(self), geolocation=(), payment=()",
  };
}
