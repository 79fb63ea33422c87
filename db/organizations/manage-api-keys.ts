import { LockMode } from "@mikro-orm/core";

import { type Actor, recordAudit } from "#db/audit.ts";
import type { Caller } from "#db/caller.ts";
import { Account, ApiKey, Membership } from "#db/entities/account.ts";
import { ApiKeySpending } from "#db/entities/organization.ts";
import { WebhookEndpoint } from "#db/entities/webhook.ts";
import { holdMembership } from "#db/memberships.ts";
import type { EntityManager } from "#db/orm.ts";
import { effectivePermissions, type Permission } from "#domain/accounts/permission.ts";
import { periodOf, plans } from "#domain/billing/plans.ts";
import { AppError } from "#domain/errors.ts";

import { createKeyValue, hashKeyValue } from "./api-key-value.ts";
import { createApiKey, nextRotation } from "./api-keys.ts";
import { lockOrganization } from "./lock-organization.ts";

/** Member of the organization who manages keys, with their permissions. */
export type KeyManager = Pick<
  Caller,
  "organizationId" | "accountId" | "role" | "permissions" | "plan"
>;

export interface KeyRules {
  readonly name: string;
  /** Null for all permissions of the creator. */
  readonly permissions: readonly Permission[] | null;
  /** Credits that the key may spend per calendar month (UTC). */
  readonly creditLimit: number | null;
  readonly allowedAddresses: readonly string[] | null;
  readonly expiresAt: Date | null;
}

/** Lists keys, newest first. A developer sees only their keys. */
export async function listApiKeys(
  em: EntityManager,
  { caller, limit, beforeId }: { caller: KeyManager; limit: number; beforeId?: string | undefined },
): Promise<ApiKey[]> {
  return em.find(
    ApiKey,
    {
      organizationId: caller.organizationId,
      ...(beforeId === undefined ? {} : { id: { $lt: beforeId } }),
      ...(caller.role === "developer" ? { accountId: caller.accountId } : {}),
    },
    { orderBy: { id: "desc" }, limit },
  );
}

/**
 * Throws `api_key_not_found`, `outside_organization` for a key of another organization, and
 * `permission_missing` for another member's key when the caller is a developer.
 */
export async function findApiKey(
  em: EntityManager,
  { caller, keyId, lock = false }: { caller: KeyManager; keyId: string; lock?: boolean },
): Promise<ApiKey> {
  const key = await em.findOne(ApiKey, keyId, lock ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {});
  if (key === null) throw new AppError("api_key_not_found", { details: { keyId } });
  if (key.organizationId !== caller.organizationId) throw new AppError("outside_organization");
  if (caller.role === "developer" && key.accountId !== caller.accountId) {
    throw new AppError("permission_missing", {
      message: "A developer can manage only keys that they have created.",
    });
  }
  return key;
}

/**
 * Creates a key and returns its value, which cannot be retrieved again. Throws `permission_missing` when the
 * key would have a permission that its creator lacks, and `api_key_limit_reached`.
 */
export async function addApiKey(
  em: EntityManager,
  { caller, rules, actor }: { caller: KeyManager; rules: KeyRules; actor: Actor },
): Promise<{ key: ApiKey; value: string }> {
  refuseMore(rules.permissions ?? [], caller);
  return em.transactional(async (tx) => {
    const { organizationId, accountId } = caller;
    await refuseTooManyKeys(tx, caller);
    await holdMembership(tx, { organizationId, accountId });
    const { keyId, value } = await createApiKey(tx, { organizationId, accountId, ...rules });
    const key = await tx.findOneOrFail(ApiKey, keyId, { refresh: true });
    await recordAudit(tx, {
      ...actor,
      action: "api_key.created",
      ...target(keyId),
      after: rulesOf(key),
    });
    return { key, value };
  });
}

/**
 * Updates the rules of a key that is not revoked; omitted rules stay unchanged. A developer may lower the
 * key's credit limit, but neither raise nor remove it, because an admin may have set it: this throws
 * `permission_missing`. Otherwise throws like `addApiKey`.
 */
export async function updateApiKey(
  em: EntityManager,
  {
    caller,
    keyId,
    rules,
    actor,
  }: { caller: KeyManager; keyId: string; rules: Partial<KeyRules>; actor: Actor },
): Promise<ApiKey> {
  return em.transactional(async (tx) => {
    const key = await findUsableKey(tx, { caller, keyId });
    if (rules.permissions !== undefined) {
      refuseMore(rules.permissions ?? (await permissionsOfMaker(tx, key)), caller);
    }
    if (rules.creditLimit !== undefined) refuseHigherLimit(key, rules.creditLimit, caller);
    const before = rulesOf(key);
    const { permissions, allowedAddresses, ...rest } = rules;
    tx.assign(key, {
      ...rest,
      ...(permissions === undefined ? {} : { permissions: permissions?.slice() ?? null }),
      ...(allowedAddresses === undefined
        ? {}
        : { allowedAddresses: allowedAddresses?.slice() ?? null }),
    });
    await tx.flush();
    const after = rulesOf(key);
    await recordAudit(tx, { ...actor, action: "api_key.updated", ...target(keyId), before, after });
    return key;
  });
}

/**
 * Replaces the value of a key. The previous value stays valid for the overlap; an older one ends now. Throws
 * `permission_missing` for another member's key, because the holder of the value acts as the key's creator.
 */
export async function rotateApiKey(
  em: EntityManager,
  {
    caller,
    keyId,
    overlapSeconds,
    actor,
  }: { caller: KeyManager; keyId: string; overlapSeconds: number; actor: Actor },
): Promise<{ key: ApiKey; value: string }> {
  return em.transactional(async (tx) => {
    const key = await findUsableKey(tx, { caller, keyId });
    if (key.accountId !== caller.accountId) {
      throw new AppError("permission_missing", {
        message: "Only the creator can rotate a key. Create a new key and revoke this key.",
      });
    }
    const value = createKeyValue();
    key.previousHash = key.hash;
    key.previousValidUntil = new Date(Date.now() + overlapSeconds * 1_000);
    key.hash = hashKeyValue(value);
    key.prefix = value.slice(0, 8);
    key.last4 = value.slice(-4);
    key.rotationDueAt = nextRotation();
    await tx.flush();
    const after = { overlapSeconds, last4: key.last4 };
    await recordAudit(tx, { ...actor, action: "api_key.rotated", ...target(keyId), after });
    return { key, value };
  });
}

/**
 * Revokes a key; it is refused by every process within a second. The audit entry lists the webhooks whose URL
 * was set with the key, because they stay active. A repeated call changes nothing.
 */
export async function revokeApiKey(
  em: EntityManager,
  { caller, keyId, actor }: { caller: KeyManager; keyId: string; actor: Actor },
): Promise<void> {
  await em.transactional(async (tx) => {
    const key = await findApiKey(tx, { caller, keyId, lock: true });
    if (key.revokedAt !== null) return;
    key.revokedAt = new Date();
    await tx.flush();
    const webhookIds = await listWebhooksSetWith(tx, key);
    const act = { action: "api_key.revoked", ...target(keyId), after: { webhookIds } };
    await recordAudit(tx, { ...actor, ...act });
  });
}

/**
 * Revokes a key that its holder gives back, or whose authorization has ended. Throws nothing for a key that is unknown
 * or revoked: the end is the same.
 */
export async function giveBackKey(
  em: EntityManager,
  { keyId, actor }: { keyId: string; actor: Actor },
): Promise<void> {
  await em.transactional(async (tx) => {
    const key = await tx.findOne(ApiKey, keyId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (key === null || key.revokedAt !== null) return;
    key.revokedAt = new Date();
    await tx.flush();
    const act = { action: "api_key.revoked", ...target(keyId) };
    await recordAudit(tx, { ...actor, organizationId: key.organizationId, ...act });
  });
}

/**
 * Gives a key that was created without a holder its value, once, and returns it. Throws `api_key_not_found` for a
 * key that is revoked.
 */
export async function issueKeyValue(
  em: EntityManager,
  { keyId, actor }: { keyId: string; actor: Actor },
): Promise<{ key: ApiKey; value: string }> {
  return em.transactional(async (tx) => {
    const key = await tx.findOne(ApiKey, keyId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (key === null || key.revokedAt !== null) throw new AppError("api_key_not_found");
    const value = createKeyValue();
    tx.assign(key, {
      hash: hashKeyValue(value),
      prefix: value.slice(0, 8),
      last4: value.slice(-4),
    });
    await tx.flush();
    const act = { action: "api_key.issued", ...target(keyId), after: { last4: key.last4 } };
    await recordAudit(tx, { ...actor, organizationId: key.organizationId, ...act });
    return { key, value };
  });
}

async function listWebhooksSetWith(
  em: EntityManager,
  { id, organizationId }: ApiKey,
): Promise<string[]> {
  const where = { organizationId, urlSetWithKey: id, deletedAt: null };
  const webhooks = await em.find(WebhookEndpoint, where, { orderBy: { id: "asc" } });
  return webhooks.map((webhook) => webhook.id);
}

/**
 * Revokes a person's keys in one organization or in all, in the transaction of `em`. Writes an audit entry
 * per key and returns the ids; a repeated call returns none.
 */
export async function revokeKeysOf(
  em: EntityManager,
  {
    accountId,
    organizationId,
    actor,
    now,
  }: { accountId: string; organizationId?: string; actor: Actor; now: Date },
): Promise<string[]> {
  const keys = await em.execute<{ id: string; organization_id: string }[]>(
    `update api_keys set revoked_at = ?
     where account_id = ? and revoked_at is null and organization_id = coalesce(?, organization_id)
     returning id, organization_id`,
    [now, accountId, organizationId ?? null],
  );
  for (const { id, organization_id } of keys) {
    const act = { action: "api_key.revoked", ...target(id) };
    await recordAudit(em, { ...actor, organizationId: organization_id, ...act });
  }
  return keys.map(({ id }) => id);
}

/** Returns the credits that keys have spent this month, by key id; keys without spending are absent. */
export async function listKeySpending(
  em: EntityManager,
  keyIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = await em.find(ApiKeySpending, {
    apiKeyId: { $in: [...keyIds] },
    period: periodOf(now),
  });
  return new Map(rows.map((row) => [row.apiKeyId, row.credits]));
}

async function findUsableKey(
  em: EntityManager,
  { caller, keyId }: { caller: KeyManager; keyId: string },
): Promise<ApiKey> {
  const key = await findApiKey(em, { caller, keyId, lock: true });
  if (key.revokedAt !== null) {
    throw new AppError("api_key_not_found", {
      message: "The API key has been revoked and cannot be changed.",
    });
  }
  return key;
}

async function permissionsOfMaker(em: EntityManager, key: ApiKey): Promise<Permission[]> {
  const { organizationId, accountId } = key;
  const membership = await em.findOne(Membership, { organizationId, accountId });
  const account = await em.findOneOrFail(Account, accountId);
  if (membership === null) return [];
  return effectivePermissions(null, { role: membership.role, isOperator: account.isOperator });
}

async function refuseTooManyKeys(
  tx: EntityManager,
  { organizationId, plan }: KeyManager,
): Promise<void> {
  // Serializes creations, so that concurrent requests cannot exceed the limit.
  await lockOrganization(tx, organizationId);
  const limit = plans[plan].apiKeysMax;
  const active = await tx.count(ApiKey, {
    organizationId,
    revokedAt: null,
    $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date() } }],
  });
  if (active >= limit) throw new AppError("api_key_limit_reached", { details: { limit } });
}

function refuseHigherLimit(
  { creditLimit }: ApiKey,
  wanted: number | null,
  { permissions }: KeyManager,
): void {
  if (creditLimit === null || creditLimit === undefined) return;
  if (wanted !== null && wanted <= creditLimit) return;
  if (permissions.includes("org:manage")) return;
  throw new AppError("permission_missing", {
    message: "Only an owner or admin can raise or remove the credit limit of a key.",
    details: { permission: "org:manage" },
  });
}

function refuseMore(wanted: readonly Permission[], caller: KeyManager): void {
  const missing = wanted.find((permission) => !caller.permissions.includes(permission));
  if (missing === undefined) return;
  throw new AppError("permission_missing", {
    message: "A key cannot have more permissions than its creator.",
    details: { permission: missing },
  });
}

function rulesOf(key: ApiKey): Record<string, unknown> {
  const { name, permissions, creditLimit, allowedAddresses, expiresAt } = key;
  return { name, permissions, creditLimit, allowedAddresses, expiresAt };
}

function target(keyId: string) {
  return { targetType: "api_key", targetId: keyId };
}
