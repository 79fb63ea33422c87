import { z } from "zod";

import { fromOf } from "#api/acting.ts";
import { countTryOfAddress } from "#api/auth/sign-in-limits.ts";
import { clientAddressOf } from "#api/client-address.ts";
import { defineRoute } from "#api/route.ts";
import { mailedTokenSchema } from "#api/schemas/sign-in.ts";
import { confirmEmail } from "#db/registration.ts";

export const verifyEmail = defineRoute({
  method: "post",
  path: "/v1/auth/verify-email",
  operationId: "verifyEmail",
  summary: "Prove an address with the token of the mail",
  description:
    "Grants the credits of the month. The account's password is the one of the registration that the mail " +
    "was sent for; whoever had registered with the same address before is shut out.",
  tags: ["Sign-in"],
  access: "public",
  body: z.strictObject({ token: mailedTokenSchema }),
  status: 200,
  response: z.object({ status: z.literal("verified") }).meta({ id: "EmailVerified" }),
  errors: ["mailed_token_invalid", "sign_in_limited"],
  examples: {
    body: { token: { token: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" } },
    response: { verified: { status: "verified" } },
  },
  async handle({ body, request }, { em, windows, now }) {
    await countTryOfAddress(windows, clientAddressOf(request.address));
    const from = fromOf(request);
    await confirmEmail(em, { token: body.token, from, now: now() });
    return { status: "verified" as const };
  },
});
