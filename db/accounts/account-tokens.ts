import { createHash, randomBytes } from "node:crypto";

import { AccountToken } from "#db/entities/email.ts";
import type { EntityManager } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import { AppError } from "#domain/errors.ts";
import { emailHours } from "#domain/notifications/email.ts";

/** Purpose of an emailed token, with the password of the registration that it verifies. */
export type TokenUse =
  | { readonly purpose: "verify_email"; readonly accountId: string; readonly passwordHash: string }
  | { readonly purpose: "reset_password"; readonly accountId: string };

/** Unguessable, and short enough that the link fits on one line of an email. */
const tokenBytes = 24;

/**
 * Creates a single-use token that is valid until its email expires, and returns its value, which is not
 * stored. A new password-reset token invalidates the previous one. Registration tokens stay valid side by
 * side, because another person may have made the newer registration. The caller must have locked the account.
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
    expiresAt: new Date(now.getTime() + emailHours[purpose] * 3_600_000),
  });
  return token;
}

/**
 * Consumes a token in the transaction of `em`. Of two concurrent uses, the second waits and finds no token if
 * the first succeeds. Throws `mailed_token_invalid`.
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

/** Serializes all uses of one account's tokens; always locked before the tokens themselves. */
async function lockAccount(em: EntityManager, accountId: string): Promise<void> {
  await em.execute(`select 1 from accounts where id = ? for update`, [accountId]);
}

export const expiredAccountTokens = expiredRows(AccountToken, (now) => ({
  expiresAt: { $lt: now },
}));

/** Tokens are random, so a fast hash without salt is sufficient. */
function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
