import { z } from "zod";

import { defineRoute } from "#api/http/route.ts";

export const getSignInMethods = defineRoute({
  method: "get",
  path: "/app/sign-in-methods",
  operationId: "getSignInMethods",
  summary: "List the ways to sign in",
  description: "Tells pages which forms and buttons to show.",
  tags: ["Sign-in"],
  access: "public",
  status: 200,
  response: z
    .object({
      password: z.boolean(),
      registration: z.boolean().meta({ description: "True if new accounts can be created." }),
      google: z.boolean(),
      github: z.boolean(),
      sells: z
        .boolean()
        .meta({ description: "True if plans or credits can be bought on this server." }),
    })
    .meta({ id: "SignInMethods" }),
  errors: [],
  async handle(_input, { payments, settings: { registration, identityProviders } }) {
    return {
      password: true,
      registration: registration === "open",
      google: identityProviders.google !== null,
      github: identityProviders.github !== null,
      sells: payments !== null,
    };
  },
});
