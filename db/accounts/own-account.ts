import { type Actor, recordAudit } from "#db/audit.ts";
import { enqueueEmail } from "#db/email/emails.ts";
import { Account, ApiKey } from "#db/entities/account.ts";
import { AccountToken } from "#db/entities/email.ts";
import { Session } from "#db/entities/sign-in.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import { AppError } from "#domain/errors.ts";

import { emailPasswordChanged } from "./password-changed-email.ts";

export interface AccountChange {
  readonly displayName?: string | null;
  readonly password?: {
    readonly hash: string;
    /** Hash against which the current password was verified; null when the account had none. */
    readonly formerHash: string | null;
  };
  /** Cancels a pending closure. */
  readonly reopen?: boolean;
}

/**
 * Updates an account; omitted fields stay unchanged. A new password ends all other sessions and invalidates
 * password-reset links. Throws `password_wrong` when the password was changed since it was verified.
 */
export async function updateOwnAccount(
  em: EntityManager,
  {
    accountId,
    sessionId,
    change: { displayName, password, reopen = false },
    actor,
    vault,
    now,
  }: {
    accountId: string;
    sessionId: string | null;
    change: AccountChange;
    actor: Actor;
    vault: Vault;
    now: Date;
  },
): Promise<void> {
  await em.transactional(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (displayName !== undefined && displayName !== account.displayName) {
      account.displayName = displayName;
      // Names are not logged, because audit entries are kept indefinitely.
      await record(tx, {
        actor,
        accountId,
        action: "account.updated",
        after: { changed: "displayName" },
      });
    }
    if (password !== undefined) {
      if ((account.passwordHash ?? null) !== password.formerHash) {
        throw new AppError("password_wrong");
      }
      account.passwordHash = password.hash;
      await endOtherSessions(tx, { accountId, sessionId, reason: "password", now });
      await tx.nativeDelete(AccountToken, { accountId, purpose: "reset_password" });
      await record(tx, { actor, accountId, action: "account.password_changed" });
      await emailPasswordChanged(tx, vault, { to: account.email, accountId, now });
    }
    if (reopen && account.status === "closing") {
      tx.assign(account, { status: "active", closesAt: null });
      await record(tx, { actor, accountId, action: "account.reopened" });
    }
    account.updatedAt = now;
    await tx.flush();
  });
}

/**
 * Starts the closure of an account: sessions and keys end now, and the data is erased after the grace period,
 * in which the person can sign in to reopen it. A repeated call only ends sessions. Throws `last_owner` with
 * the organizations that would have members but no owner.
 */
export async function closeAccount(
  em: EntityManager,
  {
    accountId,
    graceDays,
    actor,
    vault,
    now,
  }: { accountId: string; graceDays: number; actor: Actor; vault: Vault; now: Date },
): Promise<Date> {
  return em.transactional(async (tx) => {
    const account = await lockAccount(tx, accountId);
    await endOtherSessions(tx, { accountId, sessionId: null, reason: "closed", now });
    if (account.status === "closing" && account.closesAt) return account.closesAt;
    await refuseOrphans(tx, accountId);
    const closesAt = new Date(now.getTime() + graceDays * 86_400_000);
    tx.assign(account, { status: "closing", closesAt, updatedAt: now });
    await tx.flush();
    await tx.nativeUpdate(ApiKey, { accountId, revokedAt: null }, { revokedAt: now });
    await record(tx, {
      actor,
      accountId,
      action: "account.closing",
      after: { closesAt: closesAt.toISOString() },
    });
    const content = { template: "account_closing", closesAt: closesAt.toISOString() } as const;
    const to = account.email;
    await enqueueEmail(tx, vault, { to, accountId, organizationId: null, content, now });
    return closesAt;
  });
}

/** Serializes actions by and on one account. */
export async function lockAccount(em: EntityManager, accountId: string): Promise<Account> {
  // The weakest lock that excludes itself: other transactions can still insert rows that reference the
  // account.
  await em.execute(`select 1 from accounts where id = ? for no key update`, [accountId]);
  return em.findOneOrFail(Account, accountId, { refresh: true, populate: ["passwordHash"] });
}

async function endOtherSessions(
  em: EntityManager,
  {
    accountId,
    sessionId,
    reason,
    now,
  }: { accountId: string; sessionId: string | null; reason: "password" | "closed"; now: Date },
): Promise<void> {
  await em.nativeUpdate(
    Session,
    { accountId, endedAt: null, ...(sessionId === null ? {} : { id: { $ne: sessionId } }) },
    { endedAt: now, endReason: reason },
  );
}

/** The locks serialize changes of members, so that two owners cannot both leave. */
async function refuseOrphans(em: EntityManager, accountId: string): Promise<void> {
  await em.execute(
    `select o.id from organizations o join memberships m on m.organization_id = o.id
     where m.account_id = ? order by o.id for no key update of o`,
    [accountId],
  );
  const organizations = await em.execute<{ organizationId: string; name: string }[]>(
    `select o.id as "organizationId", o.name
     from memberships mine join organizations o on o.id = mine.organization_id
     where mine.account_id = ? and mine.role = 'owner'
       and exists (
         select 1 from memberships m join accounts a on a.id = m.account_id
         where m.organization_id = o.id and a.id <> mine.account_id and a.status <> 'closed')
       and not exists (
         select 1 from memberships m join accounts a on a.id = m.account_id
         where m.organization_id = o.id and a.id <> mine.account_id
           and m.role = 'owner' and a.status = 'active')
     order by o.id`,
    [accountId],
  );
  if (organizations.length === 0) return;
  throw new AppError("last_owner", {
    message: "You are the last owner of organizations that have other members.",
    details: { organizations },
  });
}

async function record(
  em: EntityManager,
  {
    actor,
    accountId,
    action,
    after,
  }: {
    actor: Actor;
    accountId: string;
    action: string;
    after?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  await recordAudit(em, {
    ...actor,
    action,
    targetType: "account",
    targetId: accountId,
    ...(after === undefined ? {} : { after }),
  });
}
