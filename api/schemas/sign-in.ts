import { z } from "zod";

import { normalizeEmail } from "#db/accounts/sign-in.ts";

import { displayTextSchema } from "./display-text.ts";
import { isCommonPassword } from "./password-rules.ts";

export const emailSchema = z
  .email()
  .max(254)
  .transform(normalizeEmail)
  .meta({
    description: "Upper and lower case are the same.",
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
    error: "Choose a password that is not among those that everybody tries",
    // Also runs when the password is too short, so that all issues are reported at once.
    when: ({ value }) => typeof value === "string",
  })
  .meta({
    description: "Common passwords, the address itself and the name of this product are refused.",
    override: { type: "string", minLength: 10, maxLength: 128 },
  });

/** Issue of a password that equals the account's email address. */
export const addressAsPassword = {
  code: "address_as_password",
  message: "Choose a password that is not the address.",
} as const;

export const displayNameSchema = displayTextSchema(100).meta({
  description: "How others see the person.",
  example: "Ada Lovelace",
});

export const mailedTokenSchema = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: "From the link in the mail. It works once." });

export const refreshTokenSchema = z.string().min(1).max(200);

/** Organization that the tokens are issued for. */
export const organizationChoiceSchema = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: "The organization that the tokens speak for." });

export const tokensSchema = z
  .object({
    accessToken: z.string().meta({ description: "A JWT. Send it as Authorization: Bearer." }),
    tokenType: z.literal("Bearer"),
    expiresIn: z.int().meta({ description: "Seconds that the access token lives." }),
    refreshToken: z.string().meta({ description: "Gives new tokens once." }),
    refreshExpiresIn: z.int().meta({ description: "Seconds that the refresh token lives." }),
  })
  .meta({ id: "Tokens" });
