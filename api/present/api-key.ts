import type { z } from "zod";

import type { keySchema } from "#api/schemas/api-key.ts";
import type { ApiKey } from "#db/entities/account.ts";
import { listKeySpending } from "#db/organizations/manage-api-keys.ts";
import type { EntityManager } from "#db/orm.ts";

type PresentedKey = z.input<typeof keySchema>;

export async function presentKeys(
  em: EntityManager,
  keys: readonly ApiKey[],
  now: Date,
): Promise<PresentedKey[]> {
  const ids = keys.map((key) => key.id);
  const spending = await listKeySpending(em, ids, now);
  return keys.map((key) => presentKey(key, spending.get(key.id) ?? 0, now));
}

export function presentKey(key: ApiKey, creditsSpent: number, now: Date): PresentedKey {
  return {
    keyId: key.id,
    name: key.name,
    prefix: key.prefix,
    last4: key.last4,
    permissions: key.permissions ?? null,
    creditLimit: key.creditLimit ?? null,
    creditsSpent,
    allowedIps: key.allowedAddresses ?? null,
    createdAt: key.createdAt.toISOString(),
    createdBy: key.accountId,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    ...rotationOf(key, now),
    rotationDueAt: key.rotationDueAt.toISOString(),
    status: statusOf(key, now),
  };
}

function rotationOf({ previousValidUntil }: ApiKey, now: Date): Pick<PresentedKey, "rotation"> {
  if (!previousValidUntil || previousValidUntil <= now) return {};
  return { rotation: { previousValidUntil: previousValidUntil.toISOString() } };
}

function statusOf({ revokedAt, expiresAt }: ApiKey, now: Date): PresentedKey["status"] {
  if (revokedAt) return "revoked";
  return expiresAt && expiresAt <= now ? "expired" : "active";
}
