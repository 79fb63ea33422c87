import { z } from "zod";

import { defineRoute } from "#api/route.ts";
import { refreshTokenSchema } from "#api/schemas/sign-in.ts";
import { recordAudit } from "#db/audit.ts";
import { endSession, findSessionByRefreshToken } from "#db/sessions.ts";

export const logout = defineRoute({
  method: "post",
  path: "/v1/auth/logout",
  operationId: "logout",
  summary: "End the session of a refresh token",
  description:
    "Its refresh tokens stop at once, its access tokens within a second. Ending it again, or a session " +
    "that is not there, changes nothing.",
  tags: ["Sign-in"],
  access: "public",
  body: z.strictObject({ refreshToken: refreshTokenSchema }),
  status: 204,
  response: z.undefined(),
  errors: [],
  examples: { body: { token: { refreshToken: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" } } },
  async handle({ body, request }, { em }) {
    const session = await findSessionByRefreshToken(em, body.refreshToken);
    if (session === null) return undefined;
    await em.transactional(async (tx) => {
      if (!(await endSession(tx, session.id, "logout"))) return;
      await recordAudit(tx, {
        organizationId: session.organizationId,
        actorAccountId: session.accountId,
        action: "session.ended",
        targetType: "session",
        targetId: session.id,
        address: request.address,
        userAgent: request.header("user-agent") ?? "",
      });
    });
    return undefined;
  },
});
