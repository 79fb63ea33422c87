import { z } from "zod";

import { defineRoute } from "#api/http/route.ts";

const keySetSchema = z
  .object({
    keys: z.array(
      z.object({
        kid: z.string(),
        kty: z.literal("OKP"),
        crv: z.literal("Ed25519"),
        x: z.string(),
        alg: z.literal("EdDSA"),
        use: z.literal("sig"),
      }),
    ),
  })
  .meta({ id: "KeySet" });

export const getKeySet = defineRoute({
  method: "get",
  path: "/.well-known/jwks.json",
  operationId: "getKeySet",
  summary: "Retrieve the public keys of access tokens",
  description:
    "A key is published ten minutes before it signs tokens; cache the set for at most five minutes.",
  tags: ["Sign-in"],
  access: "public",
  status: 200,
  response: keySetSchema,
  errors: [],
  async handle(_input, { accessTokens }) {
    return keySetSchema.parse(await accessTokens.keySet());
  },
});
