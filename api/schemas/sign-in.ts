import { z } from "zod";

import { normalizeEmail } from "#db/accounts/sign-in.ts";

import { displayTextSchema } from "./display-text.ts";
import { isCommonPassword } from "./password-rules.ts";

export const emailSchema = z
  .email()
  .max(254)
  .transform(normalizeEmail)
  .meta({
    description: "Case-insensitive.",
    override: { type: "string", format: "email", maxLength: 254 },
    example: "ada@example.org",
  });

/** For a password that is only verified: an older one may violate the rules for new ones. */
export const knownPasswordSchema = z.string().min(1).max(128);

/** For a new password. */
export const newPasswordSchema = z
  .string()
  .min(10)
  .max(128)
  .refine((password) => !isCommonPassword(password), {
    params: { code: "common_password" },
    error: "Choose a less common password",
    // Also runs when the password is too short, so that all issues are reported at once.
    when: ({ value }) => typeof value === "string",
  })
  .meta({
    description: "Common passwords, the email address and the name of this product are rejected.",
    override: { type: "string", minLength: 10, maxLength: 128 },
  });

/** Issue of a password that equals the account's email address. */
export const addressAsPassword = {
  code: "address_as_password",
  message: "Choose a password that differs from the email address.",
} as const;

export const displayNameSchema = displayTextSchema(100).meta({
  description: "Display name of the person.",
  example: "Ada Lovelace",
});

export const emailedTokenSchema = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: "Token from the link in the email. Works once." });

export const refreshTokenSchema = z.string().min(1).max(200);

/** Place of the refresh token, for pages of this server. */
export const keepSchema = z
  .literal("cookie")
  .optional()
  .meta({
    description:
      "Keeps the refresh token in an `HttpOnly` cookie, for pages under the public URL. The response has " +
      "`binding` instead of `refreshToken`; both halves are needed to refresh.",
  });

/** Organization that the tokens are issued for. */
export const organizationChoiceSchema = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: "Organization for which the tokens act." });

export const tokensSchema = z
  .object({
    accessToken: z
      .string()
      .meta({ description: "A JWT. Send it as Authorization: Bearer <token>." }),
    tokenType: z.literal("Bearer"),
    expiresIn: z.int().meta({ description: "Lifetime of the access token, in seconds." }),
    refreshToken: z.string().optional().meta({
      description:
        "Single-use token that is exchanged for new tokens. Absent when it is kept in a cookie.",
    }),
    binding: z
      .string()
      .optional()
      .meta({
        description:
          "Second half of a new session that is kept in a cookie. Send it in `X-Session-Binding` to " +
          "refresh and to sign out. Returned once.",
      }),
    refreshExpiresIn: z.int().meta({ description: "Lifetime of the refresh token, in seconds." }),
    lastEventId: z
      .string()
      .optional()
      .meta({
        description:
          "For a session that is kept in a cookie: position of the organization's stream before these tokens. " +
          "Send it to `GET /app/events` as `Last-Event-ID` after the first reads, so that no change is missed.",
      }),
  })
  .meta({ id: "Tokens" });
