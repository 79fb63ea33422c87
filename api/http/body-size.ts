import type { ApiMiddleware } from "#api/context.ts";
import { AppError } from "#domain/errors.ts";

import { isForm, refusedUpload, unexpectedForm } from "./read-upload.ts";
import type { Route } from "./route.ts";

/** Default limit of a JSON body, in bytes. Uploads have a separate limit. */
const bodyBytesMax = 262_144;
/** Default limit for routes without a credential: they take an email address, a password or a token. */
const publicBodyBytesMax = 16_384;

export function bodyBytesMaxOf(route: Pick<Route, "access" | "bodyBytesMax"> | undefined): number {
  return route?.bodyBytesMax ?? (route?.access === "public" ? publicBodyBytesMax : bodyBytesMax);
}

/**
 * Refuses a body whose `Content-Length` is over the limit, before any lookup. Other bodies are cut off while
 * they are read.
 */
export const bodySize: ApiMiddleware = (context, next) => {
  // The handler knows the limit of the caller's plan.
  if (context.state.route?.takesFile === true) return next();
  const announced = context.request.length;
  const takesUpload = context.state.route?.upload !== undefined;
  if (takesUpload && isForm(context.req)) return next();
  const limit = bodyBytesMaxOf(context.state.route);
  if (announced === undefined || announced <= limit) return next();
  if (takesUpload) throw refusedUpload(context.req) ?? bodyTooLarge(limit);
  throw isForm(context.req) ? unexpectedForm() : bodyTooLarge(limit);
};

export function bodyTooLarge(limit: number): AppError {
  return new AppError("body_too_large", { details: { bodyBytesMax: limit } });
}
