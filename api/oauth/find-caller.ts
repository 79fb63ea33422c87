import { hash } from "node:crypto";

import { cacheLookups } from "#api/auth/lookup-cache.ts";
import type { CredentialChanges } from "#api/streams/credential-changes.ts";
import type { Caller } from "#db/caller.ts";
import { findRecord } from "#db/oauth/oauth-records.ts";
import { findCallerByKeyId } from "#db/organizations/api-keys.ts";
import type { EntityManager, MikroORM } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

/** Finds the caller of an access token for a resource; null for any other token. */
export async function findTokenCaller(
  em: EntityManager,
  token: string,
  resource: string,
): Promise<Caller | null> {
  const record = await findRecord(em, { kind: "AccessToken", id: token });
  if (record?.keyId == null || record.payload["aud"] !== resource) return null;
  const caller = await findCallerByKeyId(em, record.keyId);
  if (caller === null) return null;
  const scopes = scopesOf(record.payload["scope"]);
  const permissions = caller.permissions.filter((one) => scopes.includes(one));
  return { ...caller, usesToken: true, permissions };
}

/**
 * Looks access tokens up. The caller is that of the grant's API key, with the permissions that the token, the key and the
 * role of its creator have in common. Throws `token_invalid`.
 */
export function createTokenLookup(
  orm: MikroORM,
  resource: string,
  changes: Pick<CredentialChanges, "subscribe">,
): (token: string) => Promise<Caller> {
  const cached = cacheLookups(changes);
  return async (token) => {
    const caller = await cached(hash("sha256", token, "base64"), async () =>
      findTokenCaller(orm.em.fork(), token, resource),
    );
    const isOver = caller?.expiresAt != null && caller.expiresAt.getTime() <= Date.now();
    if (caller === null || caller.revokedAt !== null || isOver) throw new AppError("token_invalid");
    return caller;
  };
}

function scopesOf(scope: unknown): readonly string[] {
  return typeof scope === "string" ? scope.split(" ") : [];
}
