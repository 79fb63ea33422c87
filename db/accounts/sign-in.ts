import type { Account } from "#db/entities/account.ts";
import { KnownAddress } from "#db/entities/sign-in.ts";
import type { EntityManager } from "#db/orm.ts";

export interface SignInCandidate {
  readonly accountId: string;
  readonly passwordHash: string | null;
  readonly status: Account["status"];
  /** True when the person has signed in from this IP address before. */
  readonly isKnownAddress: boolean;
}

/** Normalizes an email address, so that common spellings map to one account. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Returns true for statuses that may sign in; `closing` is included, to let the person reopen the account.
 */
export function maySignIn(status: Account["status"]): boolean {
  return status === "active" || status === "closing";
}

/** Finds the account of an email address, or null. Runs one statement in either case. */
export async function findSignInCandidate(
  em: EntityManager,
  { email, address }: { email: string; address: string },
): Promise<SignInCandidate | null> {
  const [row] = await em.execute<
    { id: string; password_hash: string | null; status: Account["status"]; is_known: boolean }[]
  >(
    `select a.id, a.password_hash, a.status, k.account_id is not null as is_known
     from accounts a left join known_addresses k on k.account_id = a.id and k.address = ?
     where a.email = ?`,
    [address, email],
  );
  if (row === undefined) return null;
  return {
    accountId: row.id,
    passwordHash: row.password_hash,
    status: row.status,
    isKnownAddress: row.is_known,
  };
}

/** Remembers the IP address of a successfully authenticated person. */
export async function rememberAddress(
  em: EntityManager,
  { accountId, address }: { accountId: string; address: string },
): Promise<void> {
  await em.upsert(KnownAddress, { accountId, address, lastUsedAt: new Date() });
}
