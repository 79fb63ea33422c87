import { z } from "zod";

import { inEvenTime } from "#api/auth/even-time.ts";
import { countTryOfAddress, mayEmail } from "#api/auth/sign-in-limits.ts";
import { fromOf } from "#api/http/acting.ts";
import { clientAddressOf } from "#api/http/client-address.ts";
import { defineRoute } from "#api/http/route.ts";
import { emailSchema } from "#api/schemas/sign-in.ts";
import { requestPasswordReset } from "#db/accounts/password-reset.ts";

export const forgotPassword = defineRoute({
  method: "post",
  path: "/v1/auth/forgot-password",
  operationId: "forgotPassword",
  summary: "Request a password reset",
  description:
    "Sends an email with a password reset link if the email address has an account. The response and " +
    "its timing are the same either way. A new email voids earlier links; a link is valid for one hour. " +
    "A mailbox receives at most five of these emails an hour.",
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
      if (!(await mayEmail(windows, "password", email))) return;
      await requestPasswordReset(em, vault, { email, from, now: now() });
      onOutbox();
    });
    return { status: "accepted" as const };
  },
});
