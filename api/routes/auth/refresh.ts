import { z } from "zod";

import { defineRoute } from "#api/http/route.ts";
import { presentTokens } from "#api/present/tokens.ts";
import {
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
    "then on.",
  tags: ["Sign-in"],
  access: "public",
  freeOnSuccess: true,
  body: z.strictObject({
    refreshToken: refreshTokenSchema,
    organizationId: organizationChoiceSchema.optional(),
  }),
  status: 200,
  response: tokensSchema,
  errors: ["refresh_token_invalid", "session_ended", "outside_organization"],
  examples: { body: { token: { refreshToken: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" } } },
  async handle({ body, request }, { em, vault, accessTokens }) {
    const from = { address: request.address, userAgent: request.header("user-agent") ?? "" };
    const result = await rotateRefreshToken(em, body.refreshToken, {
      vault,
      organizationId: body.organizationId,
      from,
    });
    switch (result.outcome) {
      case "refreshed":
        return presentTokens(result.session, accessTokens);
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
