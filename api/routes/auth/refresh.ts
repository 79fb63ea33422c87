import { z } from "zod";

import {
  answerWithTokens,
  bindingHeader,
  isKeptInCookie,
  keepErrors,
} from "#api/auth/keep-session.ts";
import { readSession } from "#api/auth/session-cookie.ts";
import { defineRoute } from "#api/http/route.ts";
import {
  keepSchema,
  organizationChoiceSchema,
  refreshTokenSchema,
  tokensSchema,
} from "#api/schemas/sign-in.ts";
import { rotateRefreshToken } from "#db/accounts/sessions.ts";
import { recordAudit } from "#db/audit.ts";
import { AppError } from "#domain/errors.ts";

export const refresh = defineRoute({
  method: "post",
  path: "/v1/auth/refresh",
  operationId: "refresh",
  summary: "Exchange a refresh token for new tokens",
  description:
    "A refresh token works once. A second use within ten seconds returns the same new token, so that " +
    "browser tabs may refresh concurrently; a later use ends the session, because the token may have " +
    "been stolen. With `organizationId` the new tokens act for that organization of the person from " +
    "then on. With `keep`, the refresh token is that of the cookie, and `X-Session-Binding` is required.",
  tags: ["Sign-in"],
  access: "public",
  freeOnSuccess: true,
  readsCookie: true,
  body: z
    .strictObject({
      refreshToken: refreshTokenSchema.optional(),
      keep: keepSchema,
      organizationId: organizationChoiceSchema.optional(),
    })
    .refine(({ refreshToken, keep }) => (refreshToken === undefined) !== (keep === undefined), {
      path: ["refreshToken"],
      params: { code: "required" },
      error: "Send either the refresh token, or `keep` when it is in the cookie.",
    }),
  status: 200,
  response: tokensSchema,
  errors: ["refresh_token_invalid", "session_ended", "outside_organization", ...keepErrors],
  examples: { body: { token: { refreshToken: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" } } },
  async handle(input, dependencies) {
    const { body, request } = input;
    const { em, vault, settings } = dependencies;
    const isKept = isKeptInCookie(input, dependencies);
    const refreshToken = isKept
      ? readSession(request.header("cookie"), settings.publicUrl)
      : body.refreshToken;
    if (refreshToken === undefined || refreshToken === null) {
      throw new AppError("refresh_token_invalid");
    }
    const from = { address: request.address, userAgent: request.header("user-agent") ?? "" };
    const result = await rotateRefreshToken(em, refreshToken, {
      vault,
      // A cookie alone is never enough: whatever else runs on the host may be sent it.
      binding: request.header(bindingHeader) ?? (isKept ? "" : null),
      organizationId: body.organizationId,
      from,
    });
    switch (result.outcome) {
      case "refreshed":
        return answerWithTokens(result.session, input, dependencies);
      case "unknown":
        throw new AppError("refresh_token_invalid");
      case "outside":
        throw new AppError("outside_organization");
      case "ended":
        throw new AppError("session_ended");
      case "reused":
        await recordAudit(em, {
          organizationId: result.organizationId,
          actorAccountId: result.accountId,
          action: "session.reuse_detected",
          targetType: "session",
          targetId: result.sessionId,
          ...from,
        });
        throw new AppError("session_ended");
    }
  },
});
