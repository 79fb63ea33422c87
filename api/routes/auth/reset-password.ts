import { z } from "zod";

import { answerWithTokens, isKeptInCookie, keepErrors } from "#api/auth/keep-session.ts";
import { countTryOfAddress } from "#api/auth/sign-in-limits.ts";
import { startSession } from "#api/auth/start-session.ts";
import { fromOf } from "#api/http/acting.ts";
import { clientAddressOf } from "#api/http/client-address.ts";
import { defineRoute } from "#api/http/route.ts";
import { isAddress } from "#api/schemas/password-rules.ts";
import {
  addressAsPassword,
  emailedTokenSchema,
  keepSchema,
  newPasswordSchema,
  tokensSchema,
} from "#api/schemas/sign-in.ts";
import { resetPassword as resetRow } from "#db/accounts/password-reset.ts";
import { AppError } from "#domain/errors.ts";

export const resetPassword = defineRoute({
  method: "post",
  path: "/v1/auth/reset-password",
  operationId: "resetPassword",
  summary: "Reset a password with the token from the email",
  description:
    "Ends all sessions, voids other emailed links and verifies the email address. API keys keep working " +
    "unless `revokeApiKeys` is true; the notification email lists them. An account with an unverified " +
    "email address is replaced, and none of its credentials keep working. With `keep`, the response also " +
    "signs in, like a login with the new password.",
  tags: ["Sign-in"],
  access: "public",
  body: z.strictObject({
    token: emailedTokenSchema,
    password: newPasswordSchema,
    revokeApiKeys: z
      .boolean()
      .default(false)
      .meta({ description: "Revokes all API keys of the person in every organization." }),
    keep: keepSchema,
  }),
  status: 200,
  response: z
    .object({
      status: z.literal("password_changed"),
      session: tokensSchema.optional().meta({ description: "New session, with `keep`." }),
    })
    .meta({ id: "PasswordReset" }),
  errors: ["mailed_token_invalid", "account_suspended", "sign_in_limited", ...keepErrors],
  examples: {
    body: {
      token: {
        token: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        password: "a new horse and battery",
      },
    },
    response: { changed: { status: "password_changed" } },
  },
  async handle(input, dependencies) {
    const { body, request } = input;
    const { em, vault, windows, passwords, onOutbox, now } = dependencies;
    const isBound = isKeptInCookie(input, dependencies);
    const clientAddress = clientAddressOf(request.address);
    await countTryOfAddress(windows, clientAddress);
    const { token, password, revokeApiKeys } = body;
    const from = fromOf(request);
    const accountId = await resetRow(em, vault, {
      token,
      revokesApiKeys: revokeApiKeys,
      clientAddress,
      from,
      now: now(),
      hashFor: async (email) => {
        if (isAddress(password, email)) {
          const issues = [{ pointer: "/password", ...addressAsPassword }];
          throw new AppError("request_invalid", { issues });
        }
        return passwords.hash(password);
      },
    });
    onOutbox();
    const status = "password_changed" as const;
    if (!isBound) return { status };
    const session = await em.transactional(async (tx) =>
      startSession(tx, { accountId, method: "password", isBound, request }),
    );
    return { status, session: await answerWithTokens(session, input, dependencies) };
  },
});
