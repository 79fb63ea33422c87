import { z } from "zod";

import { inEvenTime } from "#api/auth/even-time.ts";
import { countRegistration, countTryOfAddress, mayEmail } from "#api/auth/sign-in-limits.ts";
import { fromOf } from "#api/http/acting.ts";
import { clientAddressOf, networkOf } from "#api/http/client-address.ts";
import { defineRoute } from "#api/http/route.ts";
import { isAddress } from "#api/schemas/password-rules.ts";
import {
  addressAsPassword,
  displayNameSchema,
  emailSchema,
  newPasswordSchema,
} from "#api/schemas/sign-in.ts";
import { registerAccount } from "#db/accounts/registration.ts";
import { AppError } from "#domain/errors.ts";

const bodySchema = z
  .strictObject({
    email: emailSchema,
    password: newPasswordSchema,
    displayName: displayNameSchema.optional(),
  })
  .refine(({ email, password }) => !isAddress(password, email), {
    path: ["password"],
    params: { code: addressAsPassword.code },
    error: addressAsPassword.message,
    when: ({ value }) =>
      z.object({ email: z.string(), password: z.string() }).safeParse(value).success,
  });

export const register = defineRoute({
  method: "post",
  path: "/v1/auth/register",
  operationId: "register",
  summary: "Create an account with a password",
  description:
    "Creates an account and an organization on the free plan, and sends a verification link by email. " +
    "Signing in works immediately; generations and the month's credits require a verified email " +
    "address. For an existing email address the response and its timing are the same, and a different " +
    "email is sent. Registering again sends another link; each link belongs to the password of its " +
    "registration.",
  tags: ["Sign-in"],
  access: "public",
  body: bodySchema,
  status: 201,
  response: z.object({ status: z.literal("verification_pending") }).meta({ id: "Registered" }),
  errors: ["registration_closed", "sign_in_limited"],
  examples: {
    body: {
      person: {
        email: "grace@example.org",
        password: "correct horse battery",
        displayName: "Grace Hopper",
      },
    },
    response: { mailed: { status: "verification_pending" } },
  },
  async handle({ body, request }, { em, vault, windows, passwords, settings, onOutbox, now }) {
    await countTryOfAddress(windows, clientAddressOf(request.address));
    if (settings.registration === "closed") throw new AppError("registration_closed");
    await countRegistration(windows, networkOf(request.address));
    const { email, password, displayName = null } = body;
    const from = fromOf(request);

    await inEvenTime(async () => {
      const sendsEmail = await mayEmail(windows, "registration", email);
      const passwordHash = await passwords.hash(password);
      const person = { email, displayName, passwordHash };
      await registerAccount(em, vault, { ...person, sendsEmail, from, now: now() });
      onOutbox();
    });
    return { status: "verification_pending" as const };
  },
});
