import type { ApiSettings } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import { AppError } from "#domain/errors.ts";

import { isBound } from "./browser-cookie.ts";
import type { Oauth } from "./oauth.ts";

/** Throws `authorization_request_invalid` when this server authorizes no programs. */
export function requireOauth(oauth: Oauth | null): Oauth {
  if (oauth === null) throw new AppError("authorization_request_invalid");
  return oauth;
}

/** Requires that the browser has started the request itself. Throws `authorization_request_invalid`. */
export function requireRequest(
  oauth: Oauth | null,
  requestId: string,
  { header }: Pick<RouteInput<unknown, unknown, unknown>["request"], "header">,
  { publicUrl }: Pick<ApiSettings, "publicUrl">,
): Oauth {
  if (isBound(header("cookie"), requestId, publicUrl)) return requireOauth(oauth);
  throw new AppError("authorization_request_invalid");
}
