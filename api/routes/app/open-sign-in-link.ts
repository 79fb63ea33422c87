import { z } from "zod";

import { answerWithTokens, isKeptInCookie, keepErrors } from "#api/auth/keep-session.ts";
import { countTryOfAddress } from "#api/auth/sign-in-limits.ts";
import { startSession } from "#api/auth/start-session.ts";
import { clientAddressOf } from "#api/http/client-address.ts";
import { defineRoute } from "#api/http/route.ts";
import { keepSchema, tokensSchema } from "#api/schemas/sign-in.ts";
import { takeSignInLink } from "#db/accounts/sign-in-links.ts";
import { AppError } from "#domain/errors.ts";

export const openSignInLink = defineRoute({
  method: "post",
  path: "/app/sign-in-link",
  operationId: "openSignInLink",
  summary: "Sign in with the link of a local engine",
  description:
    "Takes the token from the fragment of the link that `npm start` and `npm run dashboard` print. A link " +
    "works once, within ten minutes. No endpoint creates links.",
  tags: ["Sign-in"],
  access: "public",
  body: z.strictObject({ token: z.string().min(1).max(200), keep: keepSchema }),
  status: 200,
  response: tokensSchema,
  errors: ["sign_in_link_invalid", "sign_in_limited", "account_suspended", ...keepErrors],
  examples: { body: { token: { token: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" } } },
  async handle(input, dependencies) {
    const { body, request } = input;
    const { em, windows } = dependencies;
    const isBound = isKeptInCookie(input, dependencies);
    await countTryOfAddress(windows, clientAddressOf(request.address));
    const session = await em.transactional(async (tx) => {
      const accountId = await takeSignInLink(tx, body.token);
      if (accountId === null) throw new AppError("sign_in_link_invalid");
      return startSession(tx, { accountId, method: "link", isBound, request });
    });
    return answerWithTokens(session, input, dependencies);
  },
});
