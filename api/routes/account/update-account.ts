import { z } from "zod";

import { requireRecentSignIn } from "#api/auth/recent-sign-in.ts";
import { countTryOfAccount } from "#api/auth/sign-in-limits.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import { actorOf } from "#api/http/acting.ts";
import { clientAddressOf } from "#api/http/client-address.ts";
import { defineRoute, type RouteInput } from "#api/http/route.ts";
import { presentAccount } from "#api/present/account.ts";
import { accountSchema } from "#api/schemas/account.ts";
import { isAddress } from "#api/schemas/password-rules.ts";
import {
  addressAsPassword,
  displayNameSchema,
  knownPasswordSchema,
  newPasswordSchema,
} from "#api/schemas/sign-in.ts";
import { type AccountChange, updateOwnAccount } from "#db/accounts/own-account.ts";
import { findSignInCandidate } from "#db/accounts/sign-in.ts";
import { Account } from "#db/entities/account.ts";
import { AppError, type Issue } from "#domain/errors.ts";

import { getAccount } from "./get-account.ts";

export const updateAccount = defineRoute({
  method: "put",
  path: "/v1/account",
  operationId: "updateAccount",
  summary: "Update your account",
  description:
    "Changes your display name or password, or keeps a closing account. Omitted fields stay unchanged. " +
    "A new password requires the current password, ends all other sessions and sends a notification by " +
    "email. An account without a password can set one within 15 minutes of a sign-in. `status: active` " +
    "keeps a closing account; its API keys stay revoked.",
  tags: ["Account"],
  access: "session",
  body: z.strictObject({
    displayName: displayNameSchema.nullable().optional(),
    currentPassword: knownPasswordSchema.optional(),
    password: newPasswordSchema.optional(),
    status: z.literal("active").optional(),
  }),
  status: 200,
  response: accountSchema,
  errors: ["password_wrong", "sign_in_limited", "recent_sign_in_required"],
  whenOverdue: true,
  whenClosing: true,
  examples: {
    body: {
      name: { displayName: "Ada Lovelace" },
      password: { currentPassword: "correct horse battery", password: "a new horse and battery" },
    },
  },
  current: async (input, dependencies) => getAccount.handle(input, dependencies),
  async handle(input, dependencies) {
    const { body, caller, request } = input;
    const { em, vault, now, onOutbox } = dependencies;
    const { displayName, password, currentPassword, status } = body;
    const newPassword =
      password === undefined
        ? undefined
        : await proveAndHash({ password, currentPassword }, input, dependencies);
    await updateOwnAccount(em, {
      accountId: caller.accountId,
      sessionId: caller.sessionId,
      change: {
        ...(displayName === undefined ? {} : { displayName }),
        ...(newPassword === undefined ? {} : { password: newPassword }),
        reopen: status === "active",
      },
      actor: actorOf({ caller, request }),
      vault,
      now: now(),
    });
    onOutbox();
    return presentAccount(em.fork({ keepTransactionContext: true }), caller);
  },
});

/** Counts as a sign-in attempt, so that a stolen token cannot be used to guess the password. */
async function proveAndHash(
  { password, currentPassword }: { password: string; currentPassword: string | undefined },
  { caller, request }: Pick<RouteInput<unknown, unknown, unknown>, "caller" | "request">,
  { em, windows, passwords, now }: RequestDependencies,
): Promise<NonNullable<AccountChange["password"]>> {
  const { accountId } = caller;
  const account = await em.findOneOrFail(Account, accountId, { populate: ["passwordHash"] });
  const formerHash = account.passwordHash ?? null;
  const { email } = account;
  if (isAddress(password, email)) throw refusal({ pointer: "/password", ...addressAsPassword });
  if (formerHash === null) {
    await requireRecentSignIn(em, caller, now());
    return { hash: await passwords.hash(password), formerHash };
  }
  if (currentPassword === undefined) {
    const message = "A new password requires the current password.";
    throw refusal({ pointer: "/currentPassword", code: "required", message });
  }
  const address = clientAddressOf(request.address);
  const candidate = await findSignInCandidate(em, { email, address });
  const knownAddress = candidate?.isKnownAddress === true ? address : null;
  const counted = await countTryOfAccount(windows, { email, knownAddress });
  if (!(await passwords.verify(formerHash, currentPassword))) throw new AppError("password_wrong");
  await windows.giveBack(counted);
  return { hash: await passwords.hash(password), formerHash };
}

function refusal(issue: Issue): AppError {
  return new AppError("request_invalid", { issues: [issue] });
}
