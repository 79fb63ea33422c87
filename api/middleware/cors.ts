import type { ApiMiddleware } from "#api/context.ts";
import type { CorsHeaders } from "#api/http/cors-headers.ts";

import { allowedMethods } from "./options.ts";

const allowedHeaders =
  "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, Range, X-API-Key, X-Request-Id";
const exposedHeaders =
  "Accept-Ranges, Content-Disposition, Content-Range, ETag, Idempotent-Replayed, Location, Preference-Applied, " +
  "Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id";
const preflightSeconds = "600";

/**
 * Permits browsers on the configured front ends, by exact origin, and no others. Credentials travel in
 * headers, never in cookies, so `Access-Control-Allow-Credentials` is not sent.
 */
export function cors(
  { frontendUrls }: { frontendUrls: readonly string[] },
  /** Headers of the path's door, in addition to the common ones. */
  headersOf: (path: string) => CorsHeaders | undefined,
): ApiMiddleware {
  const origins = new Set(frontendUrls.map((address) => new URL(address).origin));
  return (context, next) => {
    context.vary("Origin");
    const origin = context.get("origin");
    if (!origins.has(origin)) return next();
    context.set("Access-Control-Allow-Origin", origin);
    const { request = [], response = [] } = headersOf(context.path) ?? {};
    context.set("Access-Control-Expose-Headers", [exposedHeaders, ...response].join(", "));
    if (context.method === "OPTIONS" && context.get("access-control-request-method") !== "") {
      context.set("Access-Control-Allow-Methods", allowedMethods);
      context.set("Access-Control-Allow-Headers", [allowedHeaders, ...request].join(", "));
      context.set("Access-Control-Max-Age", preflightSeconds);
    }
    return next();
  };
}
