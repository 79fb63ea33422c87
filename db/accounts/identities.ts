import { recordAudit } from "#db/audit.ts";
import { enqueueMail } from "#db/email/mails.ts";
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
  /** Whether somebody new gets an account. */
  readonly registration: "open" | "closed";
  readonly from: From;
  /** Seals the mail about it. */
  readonly vault: Vault;
  readonly now: Date;
}

/** Others can change who has an address between two looks; each time around one of us wins. */
const triesMax = 3;

/**
 * The account of an identity that has just proved itself, found, linked or created; must be called in
 * the transaction that starts the session. Two first sign-ins at once end in one account. Throws
 * `account_suspended` or `registration_closed`.
 */
export async function enterByIdentity(em: EntityManager, arrival: Arrival): Promise<string> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const accountId = (await findLinked(em, arrival)) ?? (await welcome(em, arrival));
    if (accountId !== null) return accountId;
  }
  throw new AppError("unavailable");
}

/** Ways of a person to sign in elsewhere, oldest first. */
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
  // The account is locked before the identity, as everywhere: the session that follows locks it too.
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

/** Signs somebody in for the first time. Null when somebody else was faster. */
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

/** Gives an account another way in, and tells its person. Null when somebody else was faster. */
async function join(
  em: EntityManager,
  accountId: string,
  arrival: Arrival,
): Promise<string | null> {
  if (!(await link(em, accountId, arrival))) return null;
  const { identity, vault, now } = arrival;
  const content = { template: "identity_linked", provider: identity.provider } as const;
  const to = identity.email;
  await enqueueMail(em, vault, { to, accountId, organizationId: null, content, now });
  return accountId;
}

/** The row lock makes sign-ins with one address queue here. */
async function decide(em: EntityManager, email: string): Promise<IdentityDecision> {
  const [holder] = await em.execute<
    { id: string; status: Account["status"]; is_verified: boolean }[]
  >(
    `select id, status, email_verified_at is not null as is_verified from accounts
     where email = ? for update`,
    [email],
  );
  if (holder === undefined) return decideIdentity(null);
  // Asked before anything else: a suspension is not escaped by proving the address elsewhere.
  requireActive(holder.status);
  return decideIdentity({ accountId: holder.id, emailVerified: holder.is_verified });
}

/** Whether it is linked now; false when it was already, by somebody who was faster. */
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
