import { z } from "zod";

import { countTryOfAddress } from "#api/auth/sign-in-limits.ts";
import { fromOf } from "#api/http/acting.ts";
import { clientAddressOf } from "#api/http/client-address.ts";
import { defineRoute } from "#api/http/route.ts";
import { knownPasswordSchema, emailedTokenSchema } from "#api/schemas/sign-in.ts";
import { confirmEmail } from "#db/accounts/registration.ts";

export const verifyEmail = defineRoute({
  method: "post",
  path: "/v1/auth/verify-email",
  operationId: "verifyEmail",
  summary: "Verify an email address with the token from the email",
  description:
    "Requires the token from the email and the password of the registration, so that a click cannot " +
    "activate an account that a stranger registered with this email address. Grants the month's credits " +
    "and ends all other registrations of the email address. The token still works after a wrong " +
    "password.",
  tags: ["Sign-in"],
  access: "public",
  body: z.strictObject({ token: emailedTokenSchema, password: knownPasswordSchema }),
  status: 200,
  response: z.object({ status: z.literal("verified") }).meta({ id: "EmailVerified" }),
  errors: ["mailed_token_invalid", "password_wrong", "account_suspended", "sign_in_limited"],
  examples: {
    body: {
      token: {
        token: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        password: "correct horse battery",
      },
    },
    response: { verified: { status: "verified" } },
  },
  async handle({ body, request }, { em, windows, passwords, now }) {
    await countTryOfAddress(windows, clientAddressOf(request.address));
    const { token, password } = body;
    const isPassword = async (hash: string | null) => passwords.verify(hash, password);
    await confirmEmail(em, { token, isPassword, from: fromOf(request), now: now() });
    return { status: "verified" as const };
  },
});
