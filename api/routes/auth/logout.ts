import { z } from "zod";

import { bindingHeader, isKeptInCookie, keepErrors } from "#api/auth/keep-session.ts";
import { clearSession, readSession } from "#api/auth/session-cookie.ts";
import { fromOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { keepSchema, refreshTokenSchema } from "#api/schemas/sign-in.ts";
import type { From } from "#db/accounts/accounts.ts";
import {
  endSession,
  findSession,
  findSessionByRefreshToken,
  matchesBinding,
} from "#db/accounts/sessions.ts";
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
    "`{}` as body), or, with `keep` and `X-Session-Binding`, of the cookie, which is cleared. Refresh tokens stop working immediately, access tokens within a second. Ending a " +
    "session again, or a session that does not exist, has no effect.",
  tags: ["Sign-in"],
  access: "public",
  freeOnSuccess: true,
  readsCookie: true,
  body: z.strictObject({ refreshToken: refreshTokenSchema.optional(), keep: keepSchema }),
  status: 204,
  response: z.undefined(),
  errors: [
    "credential_missing",
    "credential_malformed",
    "token_invalid",
    "token_expired",
    ...keepErrors,
  ],
  examples: { body: { token: { refreshToken: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" } } },
  async handle(input, dependencies) {
    const { body, request, setHeader } = input;
    const { em, accessTokens, settings } = dependencies;
    const isKept = isKeptInCookie(input, dependencies);
    const authorization = request.header("authorization");
    if (body.refreshToken === undefined && authorization === undefined && !isKept) {
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
      isKept ? await findKeptSession(em, request, settings) : null,
    ];
    for (const session of sessions) if (session !== null) await end(em, session, fromOf(request));
    if (isKept) setHeader("Set-Cookie", clearSession(settings.publicUrl));
    return undefined;
  },
});

/** The session of the cookie, when the page has its other half. */
async function findKeptSession(
  em: EntityManager,
  { header }: { header: (name: string) => string | undefined },
  { publicUrl }: { publicUrl: string },
): Promise<Session | null> {
  const refreshToken = readSession(header("cookie"), publicUrl);
  if (refreshToken === null) return null;
  const session = await findSessionByRefreshToken(em, refreshToken);
  if (session === null) return null;
  return matchesBinding(session.bindingHash ?? null, header(bindingHeader) ?? "") ? session : null;
}

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
