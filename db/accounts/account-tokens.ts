import { createHash, randomBytes } from "node:crypto";

import { AccountToken } from "#db/entities/mail.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import { mailHours } from "#domain/notifications/mail.ts";

/** The purpose of a mailed token, and the password of the registration that it verifies. */
export type TokenUse =
  | { readonly purpose: "verify_email"; readonly accountId: string; readonly passwordHash: string }
  | { readonly purpose: "reset_password"; readonly accountId: string };

/** Beyond guessing, and short enough that a link to this machine fits on a line of a mail. */
const tokenBytes = 24;

/**
 * Makes a token that works once, until its mail has expired, and gives its value, which is not stored.
 * A new token for a password reset voids the one before; those of registrations stay valid next to
 * each other, because a stranger may have made the newer registration. The caller has locked the
 * account.
 */
export async function createAccountToken(
  em: EntityManager,
  use: TokenUse,
  now: Date,
): Promise<string> {
  const { accountId, purpose } = use;
  const token = randomBytes(tokenBytes).toString("base64url");
  if (purpose === "reset_password") await em.nativeDelete(AccountToken, { accountId, purpose });
  await em.insert(AccountToken, {
    hash: hashOf(token),
    accountId,
    purpose,
    passwordHash: use.purpose === "verify_email" ? use.passwordHash : null,
    expiresAt: new Date(now.getTime() + mailHours[purpose] * 3_600_000),
  });
  return token;
}

/**
 * Uses a token up in the transaction that `em` is in: of two uses at once one waits for the other's
 * end, and finds nothing when that was a success. Throws `mailed_token_invalid`.
 */
export async function useAccountToken<Purpose extends TokenUse["purpose"]>(
  em: EntityManager,
  { token, purpose, now }: { token: string; purpose: Purpose; now: Date },
): Promise<Extract<TokenUse, { purpose: Purpose }>> {
  const hash = hashOf(token);
  const found = await em.findOne(AccountToken, { hash });
  if (found !== null) await lockAccount(em, found.accountId);
  const [row] = await em.execute<{ account_id: string; password_hash: string | null }[]>(
    `delete from account_tokens where hash = ? and purpose = ? and expires_at > ?
     returning account_id, password_hash`,
    [hash, purpose, now],
  );
  if (row === undefined) throw new AppError("mailed_token_invalid");
  const use = { purpose, accountId: row.account_id, passwordHash: row.password_hash };
  // A constraint ties the password to the purpose.
  return use as unknown as Extract<TokenUse, { purpose: Purpose }>;
}

/** Whoever makes or uses tokens of one account queues here, always before the tokens themselves. */
async function lockAccount(em: EntityManager, accountId: string): Promise<void> {
  await em.execute(`select 1 from accounts where id = ? for update`, [accountId]);
}

/** Tokens that nobody can use any more. */
export async function deleteExpiredAccountTokens(em: EntityManager): Promise<number> {
  return em.nativeDelete(AccountToken, { expiresAt: { $lt: new Date() } });
}

/** Random: a fast hash is enough and needs no salt. */
function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
