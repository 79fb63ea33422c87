import { hash } from "node:crypto";

import type { CredentialChanges } from "#api/streams/credential-changes.ts";
import { findCallerBySession } from "#db/accounts/sessions.ts";
import type { Caller } from "#db/caller.ts";
import type { MikroORM } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

import type { AccessTokens } from "./access-token.ts";
import { cacheLookups } from "./lookup-cache.ts";

/**
 * Looks up who sends an access token. The role and the state are those of the session's rows, not of
 * the token's claims, so that what is taken from a person is gone within a second. A signature is
 * verified once for each lookup, so a token lasts as much longer as the lookup is believed. Throws
 * `token_invalid`, `token_expired`, `session_ended` or `account_suspended`.
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
    // A suspension ends the sessions, too, but what the person needs to know is that it was one.
    if (caller?.accountStatus === "suspended") throw new AppError("account_suspended");
    if (caller === null || caller.revokedAt !== null) throw new AppError("session_ended");
    return caller;
  };
}
