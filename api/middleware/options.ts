import type { ApiMiddleware } from "#api/context.ts";

/** All methods of the API. */
export const allowedMethods = "GET, HEAD, POST, PUT, DELETE, OPTIONS";

/**
 * Responds alike to OPTIONS of every path: a browser's preflight has no credential, and only callers
 * with a credential learn which paths exist. A method that a path does not take is 405 with its own `Allow`.
 */
export const options: ApiMiddleware = (context, next) => {
  if (context.method !== "OPTIONS") return next();
  context.set("Allow", allowedMethods);
  context.status = 204;
  return undefined;
};
