import type { ApiMiddleware } from "#api/context.ts";
import { isForm } from "#api/read-upload.ts";
import type { Route } from "#api/route.ts";
import { AppError } from "#domain/errors.ts";

/** Largest JSON body of a route that says nothing else. Uploads have their own limit. */
const bodyBytesMax = 262_144;

export function bodyBytesMaxOf(route: Pick<Route, "bodyBytesMax"> | undefined): number {
  return route?.bodyBytesMax ?? bodyBytesMax;
}

/** Refuses a body that announces its size, before anything is looked up. The others are cut while they are read. */
export const bodySize: ApiMiddleware = (context, next) => {
  const announced = context.request.length;
  const isUpload = context.state.route?.upload !== undefined && isForm(context.req);
  if (isUpload) return next();
  const limit = bodyBytesMaxOf(context.state.route);
  if (announced !== undefined && announced > limit) throw bodyTooLarge(limit);
  return next();
};

export function bodyTooLarge(limit: number): AppError {
  return new AppError("body_too_large", { details: { bodyBytesMax: limit } });
}
