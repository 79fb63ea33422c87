import { recordAudit } from "#db/audit.ts";
import { enqueueEmail } from "#db/email/emails.ts";
import { Account } from "#db/entities/account.ts";
import { AccountToken } from "#db/entities/email.ts";
import { revokeKeysOf } from "#db/organizations/manage-api-keys.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";

import { createAccountToken, useAccountToken } from "./account-tokens.ts";
import type { From } from "./accounts.ts";
import { emailPasswordChanged } from "./password-changed-email.ts";
import { lockAddressHolder, replaceUnverified } from "./registration.ts";
import { endSessionsOf } from "./sessions.ts";
import { maySignIn, rememberAddress } from "./sign-in.ts";

/**
 * Emails a reset token to the account of an email address. The caller must respond the same way for unknown
 * addresses.
 */
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
    await enqueueEmail(tx, vault, { to: email, accountId, organizationId: null, content, now });
    await recordAudit(tx, {
      ...from,
      action: "account.password_reset_requested",
      targetType: "account",
      targetId: accountId,
    });
  });
}

/**
 * Sets a new password with an emailed token, ends all sessions and invalidates other emailed links. The token
 * proves access to the mailbox: an account that never verified the email address is replaced with all its
 * data. API keys of a verified account stay valid unless `revokesApiKeys`, because production systems use
 * them; the email lists them. Returns the account. `hashFor` may reject the password by throwing; the token then stays valid.
 * Throws `mailed_token_invalid` and `account_suspended`.
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
): Promise<string> {
  return em.transactional(async (tx) => {
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
    // Remembers the IP address, so that attackers who exhaust the account's sign-in attempts do not lock out
    // its owner.
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
    await emailPasswordChanged(tx, vault, { to: email, accountId, now });
    return accountId;
  });
}
