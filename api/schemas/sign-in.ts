import { z } from "zod";

import { normalizeEmail } from "#db/sign-in.ts";

export const emailSchema = z
  .email()
  .max(254)
  .transform(normalizeEmail)
  .meta({
    description: "Upper and lower case are the same.",
    override: { type: "string", format: "email", maxLength: 254 },
    example: "ada@example.org",
  });

export const refreshTokenSchema = z.string().min(1).max(200);

/** Which organization the tokens speak for. */
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
