import { recordAudit } from "#db/audit.ts";
import { enqueueMail } from "#db/email/mails.ts";
import { Account } from "#db/entities/account.ts";
import { AccountToken } from "#db/entities/mail.ts";
import { revokeKeysOf } from "#db/organizations/manage-api-keys.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";

import { createAccountToken, useAccountToken } from "./account-tokens.ts";
import type { From } from "./accounts.ts";
import { mailPasswordChanged } from "./password-changed-mail.ts";
import { lockAddressHolder, replaceUnverified } from "./registration.ts";
import { endSessionsOf } from "./sessions.ts";
import { maySignIn, rememberAddress } from "./sign-in.ts";

/** Mails a token to who has the address. What the caller may tell is the same when nobody has. */
export async function requestPasswordReset(
  em: EntityManager,
  vault: Vault,
  { email, from, now }: { email: string; from: From; now: Date },
): Promise<void> {
  await em.transactional(async (tx) => {
    const holder = await lockAddressHolder(tx, email);
    if (holder === null || !maySignIn(holder.status)) return;
    const accountId = holder.id;
    const token = await createAccountToken(tx, { purpose: "reset_password", accountId }, now);
    const content = { template: "reset_password", token } as const;
    await enqueueMail(tx, vault, { to: email, accountId, organizationId: null, content, now });
    await recordAudit(tx, {
      ...from,
      action: "account.password_reset_requested",
      targetType: "account",
      targetId: accountId,
    });
  });
}

/**
 * Sets a new password with a mailed token, ends all sessions and voids other mailed links. Reading the
 * mailbox proves the email address: an account that never verified it is replaced with everything in
 * it. API keys of a verified account keep working unless `revokesApiKeys`, because production systems
 * use them; the mail lists those that do. `hashFor` may refuse the password by throwing; the token
 * still works then. Throws `mailed_token_invalid` and `account_suspended`.
 */
export async function resetPassword(
  em: EntityManager,
  vault: Vault,
  {
    token,
    hashFor,
    revokesApiKeys,
    clientAddress,
    from,
    now,
  }: {
    token: string;
    hashFor: (email: string) => Promise<string>;
    revokesApiKeys: boolean;
    clientAddress: string;
    from: From;
    now: Date;
  },
): Promise<void> {
  await em.transactional(async (tx) => {
    const use = await useAccountToken(tx, { token, purpose: "reset_password", now });
    const account = await tx.findOneOrFail(Account, use.accountId);
    const { email } = account;
    const passwordHash = await hashFor(email);
    const isVerified = account.emailVerifiedAt !== null;
    const accountId = isVerified
      ? account.id
      : await replaceUnverified(tx, account, { passwordHash, from, now });
    await tx.nativeUpdate(Account, { id: accountId }, { passwordHash, updatedAt: now });
    await endSessionsOf(tx, accountId, "password");
    // Strangers who use up the tries of an account do not lock out a person who has just proved the mailbox.
    await rememberAddress(tx, { accountId, address: clientAddress });
    await tx.nativeDelete(AccountToken, { accountId });
    const actor = { ...from, actorAccountId: accountId };
    if (revokesApiKeys) await revokeKeysOf(tx, { accountId, actor, now });
    await recordAudit(tx, {
      ...actor,
      action: "account.password_reset",
      targetType: "account",
      targetId: accountId,
    });
    await mailPasswordChanged(tx, vault, { to: email, accountId, now });
  });
}
