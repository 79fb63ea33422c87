import { type Actor, recordAudit } from "#db/audit.ts";
import { Account, Membership } from "#db/entities/account.ts";
import type { EntityManager } from "#db/orm.ts";
import { disableWebhooksOf } from "#db/webhooks/webhooks.ts";
import type { Role } from "#domain/accounts/permission.ts";
import { AppError } from "#domain/errors.ts";

import { lockOrganization } from "./lock-organization.ts";
import { revokeKeysOf } from "./manage-api-keys.ts";

export interface Member {
  readonly membership: Membership;
  readonly account: Pick<Account, "id" | "email" | "displayName">;
}

/** Lists members, newest account first. */
export async function listMembers(
  em: EntityManager,
  {
    organizationId,
    limit,
    beforeId,
  }: { organizationId: string; limit: number; beforeId?: string | undefined },
): Promise<Member[]> {
  const memberships = await em.find(
    Membership,
    { organizationId, ...(beforeId === undefined ? {} : { accountId: { $lt: beforeId } }) },
    { orderBy: { accountId: "desc" }, limit },
  );
  const ids = memberships.map((membership) => membership.accountId);
  const accounts = await em.find(Account, { id: { $in: ids } });
  return memberships.flatMap((membership) => {
    const account = accounts.find(({ id }) => id === membership.accountId);
    return account === undefined ? [] : [{ membership, account }];
  });
}

/** Throws `member_not_found`. */
export async function findMember(
  em: EntityManager,
  { organizationId, accountId }: { organizationId: string; accountId: string },
): Promise<Member> {
  const membership = await em.findOne(Membership, { organizationId, accountId });
  if (membership === null) throw new AppError("member_not_found", { details: { accountId } });
  return { membership, account: await em.findOneOrFail(Account, accountId) };
}

/**
 * Changes a member's role. Only an owner may add or remove the owner role. Throws `member_not_found`,
 * `permission_missing`, and `last_owner` when no owner would remain.
 */
export async function changeRole(
  em: EntityManager,
  {
    organizationId,
    accountId,
    role,
    actorRole,
    actor,
  }: { organizationId: string; accountId: string; role: Role; actorRole: Role; actor: Actor },
): Promise<Member> {
  return em.transactional(async (tx) => {
    const membership = await findLocked(tx, { organizationId, accountId });
    const before = membership.role;
    if (role === "owner" || before === "owner") refuseUnlessOwner(actorRole);
    if (before === "owner" && role !== "owner")
      await refuseWithoutOwner(tx, { organizationId, accountId });
    if (before !== role) {
      membership.role = role;
      await tx.flush();
      await recordAudit(tx, {
        ...actor,
        organizationId,
        action: "member.role_changed",
        ...memberTarget(accountId),
        before: { role: before },
        after: { role },
      });
    }
    const account = await tx.findOneOrFail(Account, accountId);
    return { membership, account };
  });
}

/**
 * Ends a membership. The same commit revokes the person's API keys in the organization and disables the
 * webhooks whose URL they set; the owners are notified of these webhooks by email. Only an owner may remove
 * an owner; every member may leave. Throws like `changeRole`.
 */
export async function removeMember(
  em: EntityManager,
  {
    organizationId,
    accountId,
    actorRole,
    actor,
    now,
  }: { organizationId: string; accountId: string; actorRole: Role; actor: Actor; now: Date },
): Promise<void> {
  await em.transactional(async (tx) => {
    const membership = await findLocked(tx, { organizationId, accountId });
    const { role } = membership;
    const leaves = actor.actorAccountId === accountId;
    if (role === "owner" && !leaves) refuseUnlessOwner(actorRole);
    if (role === "owner") await refuseWithoutOwner(tx, { organizationId, accountId });
    tx.remove(membership);
    await tx.flush();
    const left = { organizationId, accountId, actor: { ...actor, organizationId }, now };
    await revokeKeysOf(tx, left);
    await disableWebhooksOf(tx, left);
    await recordAudit(tx, {
      ...actor,
      organizationId,
      action: leaves ? "member.left" : "member.removed",
      ...memberTarget(accountId),
      before: { role },
    });
  });
}

/**
 * Locks the organization to serialize changes of its members, so that two owners cannot both leave.
 */
async function findLocked(
  em: EntityManager,
  { organizationId, accountId }: { organizationId: string; accountId: string },
): Promise<Membership> {
  await lockOrganization(em, organizationId);
  const membership = await em.findOne(Membership, { organizationId, accountId }, { refresh: true });
  if (membership === null) throw new AppError("member_not_found", { details: { accountId } });
  return membership;
}

/**
 * Throws `last_owner` unless another owner has an active account; suspended or closing accounts do not count.
 */
async function refuseWithoutOwner(
  em: EntityManager,
  { organizationId, accountId }: { organizationId: string; accountId: string },
): Promise<void> {
  const [row] = await em.execute<{ has_another: boolean }[]>(
    `select exists (
       select 1 from memberships m join accounts a on a.id = m.account_id
       where m.organization_id = ? and m.role = 'owner' and m.account_id <> ? and a.status = 'active')
       as has_another`,
    [organizationId, accountId],
  );
  if (row?.has_another !== true) throw new AppError("last_owner");
}

/** Only an owner may change ownership. Throws `permission_missing`. */
export function refuseUnlessOwner(role: Role): void {
  if (role === "owner") return;
  throw new AppError("permission_missing", {
    message: "Only an owner can add, change or remove an owner.",
  });
}

function memberTarget(accountId: string) {
  return { targetType: "account", targetId: accountId };
}
