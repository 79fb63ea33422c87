import type { ApiMiddleware } from "#api/context.ts";

/** All methods of the API. */
export const allowedMethods = "GET, HEAD, POST, PUT, DELETE, OPTIONS";

/**
 * Responds to OPTIONS of every path alike: a browser's preflight has no credential, and only callers with a
 * credential learn which paths exist. An unsupported method gets 405 with the path's own `Allow`.
 */
export const options: ApiMiddleware = (context, next) => {
  if (context.method !== "OPTIONS") return next();
  context.set("Allow", allowedMethods);
  context.status = 204;
  return undefined;
};
