import { hash } from "node:crypto";

import type { CredentialChanges } from "#api/streams/credential-changes.ts";
import { findCallerBySession } from "#db/accounts/sessions.ts";
import type { Caller } from "#db/caller.ts";
import type { MikroORM } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

import type { AccessTokens } from "./access-token.ts";
import { cacheLookups } from "./lookup-cache.ts";

/**
 * Looks up the caller of an access token. Role and state come from the session's rows, not from the token's
 * claims, so that a revocation takes effect within a second. The signature is verified once per cached
 * lookup, so a token can outlive its expiry by the cache's time to live. Throws `token_invalid`,
 * `token_expired`, `session_ended` or `account_suspended`.
 */
export function createSessionLookup(
  orm: MikroORM,
  tokens: Pick<AccessTokens, "verify">,
  changes: Pick<CredentialChanges, "subscribe">,
): (token: string) => Promise<Caller> {
  const cached = cacheLookups(changes);
  return async (token) => {
    const caller = await cached(hash("sha256", token, "base64"), async () =>
      findCallerBySession(orm.em.fork(), await tokens.verify(token)),
    );
    // A suspension also ends the sessions; report the suspension, which is the reason.
    if (caller?.accountStatus === "suspended") throw new AppError("account_suspended");
    if (caller === null || caller.revokedAt !== null) throw new AppError("session_ended");
    return caller;
  };
}
