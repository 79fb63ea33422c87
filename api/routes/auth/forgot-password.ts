import { z } from "zod";

import { inEvenTime } from "#api/auth/even-time.ts";
import { countTryOfAddress, mayMail } from "#api/auth/sign-in-limits.ts";
import { fromOf } from "#api/http/acting.ts";
import { clientAddressOf } from "#api/http/client-address.ts";
import { defineRoute } from "#api/http/route.ts";
import { emailSchema } from "#api/schemas/sign-in.ts";
import { requestPasswordReset } from "#db/accounts/password-reset.ts";

export const forgotPassword = defineRoute({
  method: "post",
  path: "/v1/auth/forgot-password",
  operationId: "forgotPassword",
  summary: "Ask for a new password by mail",
  description:
    "Mails a link for a new password to an address that has an account. The answer is always the same, after " +
    "the same time. A new mail voids the links of those before; a mailbox gets five in an hour at most, of which the " +
    "newest works for an hour.",
  tags: ["Sign-in"],
  access: "public",
  body: z.strictObject({ email: emailSchema }),
  status: 202,
  response: z.object({ status: z.literal("accepted") }).meta({ id: "PasswordResetRequested" }),
  errors: ["sign_in_limited"],
  examples: {
    body: { person: { email: "ada@example.org" } },
    response: { accepted: { status: "accepted" } },
  },
  async handle({ body, request }, { em, vault, windows, onOutbox, now }) {
    await countTryOfAddress(windows, clientAddressOf(request.address));
    const { email } = body;
    const from = fromOf(request);
    await inEvenTime(async () => {
      if (!(await mayMail(windows, "password", email))) return;
      await requestPasswordReset(em, vault, { email, from, now: now() });
      onOutbox();
    });
    return { status: "accepted" as const };
  },
});
