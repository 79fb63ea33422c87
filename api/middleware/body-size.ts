import type { ApiMiddleware } from "#api/context.ts";
import { isForm } from "#api/read-upload.ts";
import { AppError } from "#domain/errors.ts";

/** Largest JSON body. Uploads have their own limit. */
export const bodyBytesMax = 262_144;

/** Refuses a body that announces its size, before anything is looked up. The others are cut while they are read. */
export const bodySize: ApiMiddleware = (context, next) => {
  const announced = context.request.length;
  const isUpload = context.state.route?.upload !== undefined && isForm(context.req);
  if (isUpload) return next();
  if (announced !== undefined && announced > bodyBytesMax) throw bodyTooLarge();
  return next();
};

export function bodyTooLarge(): AppError {
  return new AppError("body_too_large", { details: { bodyBytesMax } });
}
