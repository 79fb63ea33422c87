import { createAccountToken, useAccountToken } from "./account-tokens.ts";
import type { From } from "./accounts.ts";
import { recordAudit } from "./audit.ts";
import { Account } from "./entities/account.ts";
import { AccountToken } from "./entities/mail.ts";
import { enqueueMail } from "./mails.ts";
import type { EntityManager } from "./orm.ts";
import { findAddressHolder, proveMailbox } from "./registration.ts";
import { endSessionsOf } from "./sessions.ts";
import type { Vault } from "./vault.ts";

/** Mails a token to who has the address. What the caller may tell is the same when nobody has. */
export async function requestPasswordReset(
  em: EntityManager,
  vault: Vault,
  { email, from, now }: { email: string; from: From; now: Date },
): Promise<void> {
  await em.transactional(async (tx) => {
    const holder = await findAddressHolder(tx, email);
    if (holder === null || !holder.maySignIn) return;
    const { accountId } = holder;
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
 * Sets a new password with a mailed token, ends all sessions and voids what else was mailed. Who
 * reads the mailbox owns the address, so it is verified by it. `hashFor` may refuse the password for
 * an address by throwing; the token then works still. Throws `mailed_token_invalid`.
 */
export async function resetPassword(
  em: EntityManager,
  vault: Vault,
  {
    token,
    hashFor,
    from,
    now,
  }: { token: string; hashFor: (email: string) => Promise<string>; from: From; now: Date },
): Promise<void> {
  await em.transactional(async (tx) => {
    const use = await useAccountToken(tx, { token, purpose: "reset_password", now });
    const { email } = await tx.findOneOrFail(Account, use.accountId);
    const passwordHash = await hashFor(email);
    const accountId = await proveMailbox(tx, { accountId: use.accountId, passwordHash, from, now });
    await tx.nativeUpdate(Account, { id: accountId }, { passwordHash, updatedAt: now });
    await endSessionsOf(tx, accountId, "password");
    await tx.nativeDelete(AccountToken, { accountId });
    await recordAudit(tx, {
      ...from,
      actorAccountId: accountId,
      action: "account.password_reset",
      targetType: "account",
      targetId: accountId,
    });
    const content = { template: "password_changed" } as const;
    await enqueueMail(tx, vault, { to: email, accountId, organizationId: null, content, now });
  });
}
