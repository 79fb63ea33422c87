import { recordAudit } from "#db/audit.ts";
import { enqueueEmail } from "#db/email/emails.ts";
import type { Account } from "#db/entities/account.ts";
import { LinkedIdentity } from "#db/entities/identity.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import { decideIdentity, type Identity, type IdentityDecision } from "#domain/accounts/identity.ts";
import { AppError } from "#domain/errors.ts";

import { createAccount, type From } from "./accounts.ts";
import { displaceAccount } from "./displaced-accounts.ts";
import { maySignIn } from "./sign-in.ts";

interface Arrival {
  readonly identity: Identity;
  /** `open` when new users may register. */
  readonly registration: "open" | "closed";
  readonly from: From;
  /** Seals the notification email. */
  readonly vault: Vault;
  readonly now: Date;
}

/**
 * Attempts before giving up: concurrent requests may create or verify the same account between the queries.
 */
const attemptsMax = 3;

/**
 * Finds, links or creates the account of an authenticated identity. Must be called in the transaction that
 * starts the session. Two concurrent first sign-ins result in one account. Throws `account_suspended` or
 * `registration_closed`.
 */
export async function enterByIdentity(em: EntityManager, arrival: Arrival): Promise<string> {
  for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
    const accountId = (await findLinked(em, arrival)) ?? (await welcome(em, arrival));
    if (accountId !== null) return accountId;
  }
  throw new AppError("unavailable");
}

/** Lists the linked identities of an account, oldest first. */
export async function listIdentities(
  em: EntityManager,
  accountId: string,
): Promise<LinkedIdentity[]> {
  return em.find(LinkedIdentity, { accountId }, { orderBy: { createdAt: "asc" } });
}

async function findLinked(
  em: EntityManager,
  { identity: { provider, subject, email } }: Arrival,
): Promise<string | null> {
  // Locks the account before the identity, as all other code does, because creating the session also locks
  // the account.
  const [row] = await em.execute<{ account_id: string; status: Account["status"] }[]>(
    `with holder as materialized (
       select a.id, a.status from identities i join accounts a on a.id = i.account_id
       where i.provider = ? and i.subject = ? for update of a)
     update identities i set last_used_at = clock_timestamp(), email = ?
     from holder h where i.account_id = h.id and i.provider = ? and i.subject = ?
     returning i.account_id, h.status`,
    [provider, subject, email, provider, subject],
  );
  if (row === undefined) return null;
  requireActive(row.status);
  return row.account_id;
}

/** Handles the first sign-in of an identity. Returns null when a concurrent request was first. */
async function welcome(em: EntityManager, arrival: Arrival): Promise<string | null> {
  const decision = await decide(em, arrival.identity.email);
  if (decision.act === "link") {
    return join(em, decision.accountId, arrival);
  }
  const { identity, registration, from, now } = arrival;
  if (registration === "closed") throw new AppError("registration_closed");
  if (decision.act === "displace") await displaceAccount(em, decision.accountId, { from, now });
  const created = await createAccount(em, {
    email: identity.email,
    displayName: identity.displayName,
    passwordHash: null,
    emailVerified: true,
    method: identity.provider,
    from,
    now,
  });
  if (created === null) return null;
  await link(em, created.accountId, arrival);
  return created.accountId;
}

/**
 * Links an identity to an existing account and notifies its person by email. Returns null when a concurrent
 * request was first.
 */
async function join(
  em: EntityManager,
  accountId: string,
  arrival: Arrival,
): Promise<string | null> {
  if (!(await link(em, accountId, arrival))) return null;
  const { identity, vault, now } = arrival;
  const content = { template: "identity_linked", provider: identity.provider } as const;
  const to = identity.email;
  await enqueueEmail(em, vault, { to, accountId, organizationId: null, content, now });
  return accountId;
}

/** The row lock serializes sign-ins with one email address. */
async function decide(em: EntityManager, email: string): Promise<IdentityDecision> {
  const [holder] = await em.execute<
    { id: string; status: Account["status"]; is_verified: boolean }[]
  >(
    `select id, status, email_verified_at is not null as is_verified from accounts
     where email = ? for update`,
    [email],
  );
  if (holder === undefined) return decideIdentity(null);
  // Checked first, so that a suspended person cannot return by verifying the email address elsewhere.
  requireActive(holder.status);
  return decideIdentity({ accountId: holder.id, emailVerified: holder.is_verified });
}

/** Returns true when this call linked the identity, false when a concurrent request already has. */
async function link(
  em: EntityManager,
  accountId: string,
  { identity: { provider, subject, email }, from }: Arrival,
): Promise<boolean> {
  const rows = await em.execute<{ subject: string }[]>(
    `insert into identities (provider, subject, account_id, email) values (?, ?, ?, ?)
     on conflict (provider, subject) do nothing returning subject`,
    [provider, subject, accountId, email],
  );
  if (rows.length === 0) return false;
  await recordAudit(em, {
    ...from,
    actorAccountId: accountId,
    action: "identity.linked",
    targetType: "account",
    targetId: accountId,
    after: { provider },
  });
  return true;
}

function requireActive(status: Account["status"]): void {
  if (!maySignIn(status)) throw new AppError("account_suspended");
}
