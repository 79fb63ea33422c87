import { type AuditAct, recordAudit } from "#db/audit.ts";
import { grantMonth } from "#db/billing/credits.ts";
import { Account, Membership, Organization } from "#db/entities/account.ts";
import { AccountToken } from "#db/entities/email.ts";
import type { SignInMethod } from "#db/entities/sign-in.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";

/** Request origin for the audit log. */
export type From = Pick<AuditAct, "address" | "userAgent">;

export interface NewAccount {
  /** Normalized email address. */
  readonly email: string;
  readonly displayName: string | null;
  /** Null for accounts that sign in with an identity provider. */
  readonly passwordHash: string | null;
  /** True when the identity provider, or an emailed token, has already proved access to the mailbox. */
  readonly emailVerified: boolean;
  readonly method: SignInMethod;
  readonly from: From;
  readonly now: Date;
}

export interface CreatedAccount {
  readonly accountId: string;
  /** The personal organization of the account, on the free plan. */
  readonly organizationId: string;
}

/**
 * Creates an account and the organization that it owns. The month's credits are granted once the email
 * address is verified. Returns null when the email address is taken, also when a concurrent call takes it.
 */
export async function createAccount(
  em: EntityManager,
  { email, displayName, passwordHash, emailVerified, method, from, now }: NewAccount,
): Promise<CreatedAccount | null> {
  return em.transactional(async (tx) => {
    const accountId = createId("account");
    const organizationId = createId("organization");
    const rows = await tx.execute<{ id: string }[]>(
      `insert into accounts (id, email, display_name, password_hash, email_verified_at, organizations_founded)
       values (?, ?, ?, ?, ?, 1) on conflict (email) do nothing returning id`,
      [accountId, email, displayName, passwordHash, emailVerified ? now : null],
    );
    if (rows.length === 0) return null;
    await tx.insert(Organization, { id: organizationId, name: displayName ?? "Personal" });
    await tx.insert(Membership, { organizationId, accountId, role: "owner" });
    await grantMonth(tx, organizationId, now);
    await recordAudit(tx, {
      ...from,
      organizationId,
      actorAccountId: accountId,
      action: "account.created",
      targetType: "account",
      targetId: accountId,
      after: { method, emailVerified },
    });
    return { accountId, organizationId };
  });
}

/**
 * Marks an account's email address as verified, invalidates the links of its other registrations, and grants
 * the month's credits to the organizations it owns. Returns false when the address was already verified.
 */
export async function verifyEmail(
  em: EntityManager,
  { accountId, from, now }: { accountId: string; from: From; now: Date },
): Promise<boolean> {
  return em.transactional(async (tx) => {
    const changed = await tx.nativeUpdate(
      Account,
      { id: accountId, emailVerifiedAt: null },
      { emailVerifiedAt: now, updatedAt: now },
    );
    if (changed === 0) return false;
    await tx.nativeDelete(AccountToken, { accountId, purpose: "verify_email" });
    const owned = await tx.find(
      Membership,
      { accountId, role: "owner" },
      { orderBy: { organizationId: "asc" } },
    );
    for (const { organizationId } of owned) await grantMonth(tx, organizationId, now);
    await recordAudit(tx, {
      ...from,
      organizationId: owned[0]?.organizationId ?? null,
      actorAccountId: accountId,
      action: "account.email_verified",
      targetType: "account",
      targetId: accountId,
    });
    return true;
  });
}
