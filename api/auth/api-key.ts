import type { CredentialChanges } from "#api/streams/credential-changes.ts";
import type { Caller } from "#db/caller.ts";
import { hashKeyValue, isKeyValue } from "#db/organizations/api-key-value.ts";
import { findCallerByKeyHash } from "#db/organizations/api-keys.ts";
import type { MikroORM } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

import { cacheLookups } from "./lookup-cache.ts";

/**
 * Looks API keys up by their hash. Throws `credential_malformed`, `api_key_unknown`,
 * `api_key_revoked` or `api_key_expired`.
 */
export function createApiKeyLookup(
  orm: MikroORM,
  changes: Pick<CredentialChanges, "subscribe">,
): (value: string) => Promise<Caller> {
  const cached = cacheLookups(changes);

  return async (value) => {
    if (!isKeyValue(value)) {
      throw new AppError("credential_malformed", {
        message:
          "The API key is malformed; send the complete key: gme_ followed by 38 letters and digits.",
      });
    }
    const hash = hashKeyValue(value);
    const caller = await cached(hash.toString("base64"), async () =>
      findCallerByKeyHash(orm.em.fork(), hash),
    );
    if (caller === null) throw new AppError("api_key_unknown");
    if (caller.revokedAt !== null) throw new AppError("api_key_revoked");
    if (caller.expiresAt !== null && caller.expiresAt.getTime() <= Date.now()) {
      throw new AppError("api_key_expired");
    }
    return caller;
  };
}
