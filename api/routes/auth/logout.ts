import { z } from "zod";

import { fromOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { refreshTokenSchema } from "#api/schemas/sign-in.ts";
import type { From } from "#db/accounts/accounts.ts";
import { endSession, findSession, findSessionByRefreshToken } from "#db/accounts/sessions.ts";
import { recordAudit } from "#db/audit.ts";
import type { Session } from "#db/entities/sign-in.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

export const logout = defineRoute({
  method: "post",
  path: "/v1/auth/logout",
  operationId: "logout",
  summary: "End a session",
  description:
    "Ends the session of the refresh token in the body, or of the access token in `Authorization` (with " +
    "`{}` as body). Refresh tokens stop working immediately, access tokens within a second. Ending a " +
    "session again, or a session that does not exist, has no effect.",
  tags: ["Sign-in"],
  access: "public",
  freeOnSuccess: true,
  body: z.strictObject({ refreshToken: refreshTokenSchema.optional() }),
  status: 204,
  response: z.undefined(),
  errors: ["credential_missing", "credential_malformed", "token_invalid", "token_expired"],
  examples: { body: { token: { refreshToken: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" } } },
  async handle({ body, request }, { em, accessTokens }) {
    const authorization = request.header("authorization");
    if (body.refreshToken === undefined && authorization === undefined) {
      throw new AppError("credential_missing", {
        message:
          "Send the refresh token in the body, or the access token as Authorization: Bearer.",
      });
    }
    const byAuthorization = async (header: string) =>
      findSession(em, (await accessTokens.verify(bearerOf(header))).sessionId);
    const sessions = [
      authorization === undefined ? null : await byAuthorization(authorization),
      body.refreshToken === undefined
        ? null
        : await findSessionByRefreshToken(em, body.refreshToken),
    ];
    for (const session of sessions) if (session !== null) await end(em, session, fromOf(request));
    return undefined;
  },
});

function bearerOf(authorization: string): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  if (token === undefined) throw new AppError("credential_malformed");
  return token;
}

async function end(em: EntityManager, session: Session, from: From): Promise<void> {
  await em.transactional(async (tx) => {
    if (!(await endSession(tx, session.id, "logout"))) return;
    await recordAudit(tx, {
      ...from,
      organizationId: session.organizationId,
      actorAccountId: session.accountId,
      action: "session.ended",
      targetType: "session",
      targetId: session.id,
    });
  });
}
