import { callerColumns, toCallerFacts, type Caller, type CallerFactsRow } from "#db/caller.ts";
import { ApiKey } from "#db/entities/account.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Permission } from "#domain/accounts/permission.ts";

import { createKeyValue, hashKeyValue } from "./api-key-value.ts";

interface CallerRow extends CallerFactsRow {
  key_id: string;
  granted: Permission[] | null;
  allowed_addresses: string[] | null;
  expires_at: Date | string | null;
  revoked_at: Date | string | null;
}

/**
 * Finds the caller of a key by its hash; null when there is none. A rotated key is also found by its previous
 * value, which counts as revoked after the overlap. This function does not reject expired or revoked keys,
 * because each case has its own error code.
 */
export async function findCallerByKeyHash(em: EntityManager, hash: Buffer): Promise<Caller | null> {
  const rows = await em.execute<CallerRow[]>(
    `select ${keyColumns},
       case when k.hash = ? or k.previous_valid_until > now() then k.revoked_at
         else coalesce(k.revoked_at, k.previous_valid_until) end as revoked_at
     ${keysWithCallers} where k.hash = ? or k.previous_hash = ?`,
    [hash, hash, hash],
  );
  return toCaller(rows[0]);
}

/** Finds the caller of a key as `findCallerByKeyHash` does, for work that the key has ordered before. */
export async function findCallerByKeyId(em: EntityManager, keyId: string): Promise<Caller | null> {
  const rows = await em.execute<CallerRow[]>(
    `select ${keyColumns}, k.revoked_at ${keysWithCallers} where k.id = ?`,
    [keyId],
  );
  return toCaller(rows[0]);
}

const keyColumns = `${callerColumns}, k.id as key_id, k.permissions as granted, k.allowed_addresses, k.expires_at`;
const keysWithCallers = `from api_keys k
     join accounts a on a.id = k.account_id
     join organizations o on o.id = k.organization_id
     join memberships m on m.organization_id = k.organization_id and m.account_id = k.account_id`;

function toCaller(row: CallerRow | undefined): Caller | null {
  if (row === undefined) return null;
  return {
    ...toCallerFacts(row, row.granted),
    apiKeyId: row.key_id,
    sessionId: null,
    allowedAddresses: row.allowed_addresses,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
  };
}

/** Days after which rotating an API key is recommended. */
const rotationDays = 90;

export function nextRotation(): Date {
  return new Date(Date.now() + rotationDays * 86_400_000);
}

/** Creates a key and returns its value. Only the hash is stored, so the value cannot be shown again. */
export async function createApiKey(
  em: EntityManager,
  key: {
    organizationId: string;
    accountId: string;
    name: string;
    permissions?: readonly Permission[] | null;
    creditLimit?: number | null;
    allowedAddresses?: readonly string[] | null;
    expiresAt?: Date | null;
  },
): Promise<{ keyId: string; value: string }> {
  const value = createKeyValue();
  const keyId = createId("apiKey");
  em.create(ApiKey, {
    id: keyId,
    organizationId: key.organizationId,
    accountId: key.accountId,
    name: key.name,
    prefix: value.slice(0, 8),
    last4: value.slice(-4),
    hash: hashKeyValue(value),
    permissions: key.permissions?.slice() ?? null,
    creditLimit: key.creditLimit ?? null,
    allowedAddresses: key.allowedAddresses?.slice() ?? null,
    expiresAt: key.expiresAt ?? null,
    rotationDueAt: nextRotation(),
  });
  await em.flush();
  return { keyId, value };
}
