import { LockMode } from "@mikro-orm/core";

import { recordAudit } from "#db/audit.ts";
import { enqueueEmail } from "#db/email/emails.ts";
import { Account } from "#db/entities/account.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import { AppError } from "#domain/errors.ts";

import { createAccountToken, useAccountToken } from "./account-tokens.ts";
import { createAccount, type From, verifyEmail } from "./accounts.ts";
import { displaceAccount } from "./displaced-accounts.ts";
import { maySignIn } from "./sign-in.ts";

/**
 * Finds the account of an email address, or null. Locks its row until the transaction of `em` ends, so that
 * no link is sent for an account that is being verified or displaced.
 */
export async function lockAddressHolder(em: EntityManager, email: string): Promise<Account | null> {
  const find = async () =>
    em.findOne(Account, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  // Waiting for the lock of an account that is then displaced finds nothing; a new statement finds the
  // account that replaced it.
  return (await find()) ?? find();
}

export interface Registration {
  readonly email: string;
  readonly displayName: string | null;
  readonly passwordHash: string;
  /** False when the mailbox has reached its limit of emails. */
  readonly sendsEmail: boolean;
  readonly from: From;
  readonly now: Date;
}

/**
 * Registers a person and emails a link that verifies the email address. Does not reveal to the caller that an
 * email address is taken: only the email differs. Each registration has its own password and link, so a later
 * registration by another person changes neither.
 */
export async function registerAccount(
  em: EntityManager,
  vault: Vault,
  { email, displayName, passwordHash, sendsEmail, from, now }: Registration,
): Promise<void> {
  await em.transactional(async (tx) => {
    const created = await createAccount(tx, {
      email,
      displayName,
      passwordHash,
      emailVerified: false,
      method: "password",
      from,
      now,
    });
    const holder = await lockAddressHolder(tx, email);
    if (holder === null) throw new Error("expected a holder of the email address");
    const accountId = holder.id;
    if (created === null) {
      const target = { targetType: "account", targetId: accountId };
      await recordAudit(tx, { ...from, action: "account.registration_repeated", ...target });
    }
    if (!sendsEmail) return;

    const envelope = { to: email, accountId, organizationId: null, now };
    if (holder.emailVerifiedAt !== null || !maySignIn(holder.status)) {
      await enqueueEmail(tx, vault, { ...envelope, content: { template: "email_taken" } });
      return;
    }
    const use = { purpose: "verify_email", accountId, passwordHash } as const;
    const token = await createAccountToken(tx, use, now);
    await enqueueEmail(tx, vault, { ...envelope, content: { template: "verify_email", token } });
  });
}

/**
 * Verifies an email address with an emailed token and the person's password. The token proves access to the
 * mailbox; the password identifies the person's own registration. The account is kept when it has this
 * password, and replaced when only the token's registration has it. A mailbox owner who opens the link of
 * another person's registration therefore activates nothing. All other links are invalidated. Throws
 * `mailed_token_invalid`, `password_wrong` (the token then stays valid) and `account_suspended`.
 */
export async function confirmEmail(
  em: EntityManager,
  {
    token,
    isPassword,
    from,
    now,
  }: {
    token: string;
    isPassword: (passwordHash: string | null) => Promise<boolean>;
    from: From;
    now: Date;
  },
): Promise<void> {
  await em.transactional(async (tx) => {
    const registration = await useAccountToken(tx, { token, purpose: "verify_email", now });
    const { accountId } = registration;
    const account = await tx.findOneOrFail(Account, accountId, { populate: ["passwordHash"] });
    if (account.emailVerifiedAt !== null) throw new AppError("mailed_token_invalid");
    if (await isPassword(account.passwordHash ?? null)) {
      await verifyEmail(tx, { accountId, from, now });
    } else if (await isPassword(registration.passwordHash)) {
      await replaceUnverified(tx, account, { passwordHash: registration.passwordHash, from, now });
    } else {
      throw new AppError("password_wrong", {
        message: "The password does not match this registration.",
      });
    }
  });
}

/**
 * Transfers the email address of an unverified account to the owner of the mailbox, as a new verified
 * account. Returns the new account's id. Throws `account_suspended`, so that a second registration cannot end
 * a suspension.
 */
export async function replaceUnverified(
  em: EntityManager,
  { id, email, status }: Account,
  { passwordHash, from, now }: { passwordHash: string; from: From; now: Date },
): Promise<string> {
  if (!maySignIn(status)) throw new AppError("account_suspended");
  await displaceAccount(em, id, { from, now });
  const created = await createAccount(em, {
    email,
    displayName: null,
    passwordHash,
    emailVerified: true,
    method: "password",
    from,
    now,
  });
  if (created === null) throw new Error("the freed email address is taken");
  return created.accountId;
}
