import { createHash } from "node:crypto";

import { SignInLink } from "#db/entities/sign-in.ts";
import type { EntityManager } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";

/**
 * Takes a sign-in link and returns its account. Null for a link that is unknown, expired or taken. Uses one
 * statement, so of two concurrent requests one succeeds.
 */
export async function takeSignInLink(em: EntityManager, token: string): Promise<string | null> {
  const [row] = await em.execute<{ account_id: string }[]>(
    `delete from sign_in_links where hash = ? and expires_at > clock_timestamp()
     returning account_id`,
    [createHash("sha256").update(token).digest()],
  );
  return row?.account_id ?? null;
}

export const expiredSignInLinks = expiredRows(SignInLink, (now) => ({ expiresAt: { $lt: now } }));
