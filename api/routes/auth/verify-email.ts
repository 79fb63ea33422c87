import { z } from "zod";

import { countTryOfAddress } from "#api/auth/sign-in-limits.ts";
import { fromOf } from "#api/http/acting.ts";
import { clientAddressOf } from "#api/http/client-address.ts";
import { defineRoute } from "#api/http/route.ts";
import { knownPasswordSchema, mailedTokenSchema } from "#api/schemas/sign-in.ts";
import { confirmEmail } from "#db/accounts/registration.ts";

export const verifyEmail = defineRoute({
  method: "post",
  path: "/v1/auth/verify-email",
  operationId: "verifyEmail",
  summary: "Verify an email address with the token of the mail",
  description:
    "Takes the token of the mail and the password of the registration, so that a registration which a stranger made " +
    "with this email address is not activated by its owner's click. Grants the credits of the month, and " +
    "ends every other registration of the address. After a wrong password the token still works.",
  tags: ["Sign-in"],
  access: "public",
  body: z.strictObject({ token: mailedTokenSchema, password: knownPasswordSchema }),
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
