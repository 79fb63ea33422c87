import type { z } from "zod";

import { accessSeconds, type AccessTokens } from "#api/auth/access-token.ts";
import type { tokensSchema } from "#api/schemas/sign-in.ts";
import type { OpenSession } from "#db/accounts/sessions.ts";

/** Presents the tokens of a session, with a new access token. */
export async function presentTokens(
  session: OpenSession,
  accessTokens: Pick<AccessTokens, "issue">,
): Promise<z.input<typeof tokensSchema> & { refreshToken: string }> {
  return {
    accessToken: await accessTokens.issue(session),
    tokenType: "Bearer",
    expiresIn: accessSeconds,
    refreshToken: session.refreshToken,
    refreshExpiresIn: Math.round((session.refreshExpiresAt.getTime() - Date.now()) / 1_000),
  };
}
