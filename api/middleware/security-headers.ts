import type { ApiMiddleware } from "#api/context.ts";

/** Restricts browsers by default. Routes that serve files or pages relax the headers they need. */
export function securityHeaders({ publicUrl }: { publicUrl: string }): ApiMiddleware {
  const headers: Record<string, string> = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-site",
    "Cache-Control": "no-store",
    ...(publicUrl.startsWith("https:")
      ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" }
      : {}),
  };
  return (context, next) => {
    context.set(headers);
    return next();
  };
}
