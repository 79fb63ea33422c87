import { LockMode } from "@mikro-orm/core";

import { createAccountToken, useAccountToken } from "./account-tokens.ts";
import { createAccount, type From, verifyEmail } from "./accounts.ts";
import { recordAudit } from "./audit.ts";
import { displaceAccount } from "./displaced-accounts.ts";
import { Account } from "./entities/account.ts";
import { enqueueMail } from "./mails.ts";
import type { EntityManager } from "./orm.ts";
import { maySignIn } from "./sign-in.ts";
import type { Vault } from "./vault.ts";

/** Who has an address. */
export interface AddressHolder {
  readonly accountId: string;
  readonly passwordHash: string | null;
  readonly isVerified: boolean;
  readonly maySignIn: boolean;
}

export async function findAddressHolder(
  em: EntityManager,
  email: string,
): Promise<AddressHolder | null> {
  const account = await em.findOne(Account, { email }, { populate: ["passwordHash"] });
  if (account === null) return null;
  return {
    accountId: account.id,
    passwordHash: account.passwordHash ?? null,
    isVerified: account.emailVerifiedAt !== null,
    maySignIn: maySignIn(account.status),
  };
}

export interface Registration {
  readonly email: string;
  readonly displayName: string | null;
  readonly passwordHash: string;
  /** Whom the same password belongs to already: a repetition by the same person. */
  readonly repeatedBy: string | null;
  /** False when the mailbox has had enough mails for now. */
  readonly sendsMail: boolean;
  readonly from: From;
  readonly now: Date;
}

/**
 * Registers somebody and mails them how to prove the address. What the caller may tell is the same
 * whether the address was free or not; the mailbox gets another mail. A password that was not proved
 * by a mail counts for nothing, so somebody who registers with another's address gains nothing.
 */
export async function registerAccount(
  em: EntityManager,
  vault: Vault,
  { email, displayName, passwordHash, repeatedBy, sendsMail, from, now }: Registration,
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
    const holder = await findAddressHolder(tx, email);
    if (holder === null) throw new Error("an address that is taken has no holder");
    const { accountId } = holder;
    if (created === null) {
      const target = { targetType: "account", targetId: accountId };
      await recordAudit(tx, { ...from, action: "account.registration_repeated", ...target });
    }
    if (!sendsMail) return;

    const envelope = { to: email, accountId, organizationId: null, now };
    if (holder.isVerified || !holder.maySignIn) {
      await enqueueMail(tx, vault, { ...envelope, content: { template: "email_taken" } });
      return;
    }
    const proved = repeatedBy === accountId ? (holder.passwordHash ?? passwordHash) : passwordHash;
    const use = { purpose: "verify_email", accountId, passwordHash: proved } as const;
    const token = await createAccountToken(tx, use, now);
    await enqueueMail(tx, vault, { ...envelope, content: { template: "verify_email", token } });
  });
}

/**
 * Proves an address with a mailed token, which also tells which registration was the mailbox owner's:
 * when the account was set up with another password, by somebody else, it is closed and a fresh one
 * takes its place. Throws `mailed_token_invalid`.
 */
export async function confirmEmail(
  em: EntityManager,
  { token, from, now }: { token: string; from: From; now: Date },
): Promise<void> {
  await em.transactional(async (tx) => {
    const { accountId, passwordHash } = await useAccountToken(tx, {
      token,
      purpose: "verify_email",
      now,
    });
    await proveMailbox(tx, { accountId, passwordHash, from, now });
  });
}

/** The account of who reads the mailbox, verified. Its password is the one that is given. */
export async function proveMailbox(
  em: EntityManager,
  {
    accountId,
    passwordHash,
    from,
    now,
  }: { accountId: string; passwordHash: string; from: From; now: Date },
): Promise<string> {
  // The row lock makes other proofs of the same mailbox wait, and see what this one did.
  const account = await em.findOneOrFail(Account, accountId, {
    populate: ["passwordHash"],
    lockMode: LockMode.PESSIMISTIC_WRITE,
    refresh: true,
  });
  if (account.emailVerifiedAt !== null || account.passwordHash === passwordHash) {
    await verifyEmail(em, { accountId, from, now });
    return accountId;
  }
  await displaceAccount(em, accountId, { from, now });
  const created = await createAccount(em, {
    email: account.email,
    displayName: null,
    passwordHash,
    emailVerified: true,
    method: "password",
    from,
    now,
  });
  if (created === null) throw new Error("an address that was freed is taken");
  return created.accountId;
}
