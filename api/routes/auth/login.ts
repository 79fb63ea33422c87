import { z } from "zod";

import { answerWithTokens, isKeptInCookie, keepErrors } from "#api/auth/keep-session.ts";
import { countTryOfAccount, countTryOfAddress } from "#api/auth/sign-in-limits.ts";
import { startSession } from "#api/auth/start-session.ts";
import { fromOf } from "#api/http/acting.ts";
import { clientAddressOf } from "#api/http/client-address.ts";
import { defineRoute } from "#api/http/route.ts";
import {
  emailSchema,
  keepSchema,
  knownPasswordSchema,
  tokensSchema,
} from "#api/schemas/sign-in.ts";
import { findSignInCandidate, maySignIn } from "#db/accounts/sign-in.ts";
import { recordAudit } from "#db/audit.ts";
import { AppError } from "#domain/errors.ts";

export const login = defineRoute({
  method: "post",
  path: "/v1/auth/login",
  operationId: "login",
  summary: "Sign in with a password",
  description:
    "An unknown email address and a wrong password return the same response in the same time. After ten " +
    "wrong passwords within an hour, only IP addresses from which the person has signed in before are " +
    "allowed further attempts.",
  tags: ["Sign-in"],
  access: "public",
  body: z.strictObject({ email: emailSchema, password: knownPasswordSchema, keep: keepSchema }),
  status: 200,
  response: tokensSchema,
  errors: ["sign_in_failed", "sign_in_limited", "account_suspended", ...keepErrors],
  examples: { body: { password: { email: "ada@example.org", password: "correct horse battery" } } },
  async handle(input, dependencies) {
    const { body, request } = input;
    const { em, windows, passwords } = dependencies;
    const isBound = isKeptInCookie(input, dependencies);
    const address = clientAddressOf(request.address);
    await countTryOfAddress(windows, address);
    const candidate = await findSignInCandidate(em, { email: body.email, address });
    const knownAddress = candidate?.isKnownAddress === true ? address : null;
    const counted = await countTryOfAccount(windows, { email: body.email, knownAddress });

    const matches = await passwords.verify(candidate?.passwordHash ?? null, body.password);
    if (candidate === null || !matches) {
      const actorAccountId = candidate?.accountId ?? null;
      await recordAudit(em, { ...fromOf(request), actorAccountId, action: "session.refused" });
      throw new AppError("sign_in_failed");
    }
    await windows.giveBack(counted);
    if (!maySignIn(candidate.status)) throw new AppError("account_suspended");

    const { accountId } = candidate;
    const session = await em.transactional(async (tx) =>
      startSession(tx, { accountId, method: "password", isBound, request }),
    );
    return answerWithTokens(session, input, dependencies);
  },
});
