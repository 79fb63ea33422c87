import type { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import { presentTokens } from "#api/present/tokens.ts";
import type { tokensSchema } from "#api/schemas/sign-in.ts";
import type { OpenSession } from "#db/accounts/sessions.ts";
import { writePlace } from "#db/feed/feed-place.ts";
import { findFeedPlace } from "#db/feed/read-feed.ts";
import type { ErrorCode } from "#domain/errors.ts";

import { requireOwnPage } from "./own-page.ts";
import { keepSession } from "./session-cookie.ts";

/** Header with the half of a session that the page keeps in the storage of its origin. */
export const bindingHeader = "x-session-binding";

/** Errors of requests whose session is kept in a cookie. */
export const keepErrors = [
  "host_refused",
  "origin_refused",
] as const satisfies readonly ErrorCode[];

type KeepInput = Pick<
  RouteInput<unknown, unknown, { readonly keep?: "cookie" | undefined }>,
  "body" | "request" | "setHeader"
>;

/**
 * Returns true when the session's refresh token belongs in a cookie. Throws for a request that does not come
 * from a page of this server.
 */
export function isKeptInCookie(
  { body, request }: Pick<KeepInput, "body" | "request">,
  { settings }: Pick<RequestDependencies, "settings">,
): boolean {
  if (body.keep !== "cookie") return false;
  requireOwnPage(request, settings);
  return true;
}

/**
 * Presents the tokens of a session. A kept session has its refresh token in the cookie only, and the position of the stream of changes:
 * every read with these tokens is later, so a page that continues after it misses no change and needs no second read.
 */
export async function answerWithTokens(
  session: OpenSession,
  { body, setHeader }: Pick<KeepInput, "body" | "setHeader">,
  { accessTokens, em, settings }: Pick<RequestDependencies, "accessTokens" | "em" | "settings">,
): Promise<z.input<typeof tokensSchema>> {
  const { refreshToken, ...tokens } = await presentTokens(session, accessTokens);
  if (body.keep !== "cookie") return { ...tokens, refreshToken };
  const { refreshExpiresIn } = tokens;
  setHeader("Set-Cookie", keepSession({ refreshToken, refreshExpiresIn }, settings.publicUrl));
  const lastEventId = writePlace(await findFeedPlace(em));
  return {
    ...tokens,
    ...(session.binding === null ? {} : { binding: session.binding }),
    ...(lastEventId === null ? {} : { lastEventId }),
  };
}
