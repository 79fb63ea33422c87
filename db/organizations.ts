import { LockMode } from "@mikro-orm/core";

import { AppError } from "#domain/errors.ts";
import { rolePermissions, type Permission, type Role } from "#domain/permission.ts";

import { type AuditAct, recordAudit } from "./audit.ts";
import type { Caller } from "./caller.ts";
import { grantMonth } from "./credits.ts";
import { Account, Membership, Organization } from "./entities/account.ts";
import { CreditAccount } from "./entities/credits.ts";
import { createId } from "./ids.ts";
import type { EntityManager } from "./orm.ts";

/** Who acts and from where; what is done is said by the function that does it. */
type Actor = Omit<AuditAct, "action" | "targetType" | "targetId" | "before" | "after">;
type Person = Pick<Caller, "organizationId" | "accountId" | "apiKeyId" | "permissions">;

/** Most organizations that one person may found, so that free credits cannot be had by founding more. */
const foundedMax = 5;

export interface OrganizationWithRole {
  readonly organization: Organization;
  readonly role: Role;
  readonly credits: CreditAccount | null;
}

/**
 * What a caller may see and do in an organization. A person's token speaks for every organization
 * that the person belongs to, a key for its own. Throws `organization_not_found`,
 * `outside_organization`, `permission_missing`, and like the middleware `account_suspended` and
 * `payment_overdue`.
 */
export async function enterOrganization(
  em: EntityManager,
  {
    caller,
    organizationId,
    permission,
  }: { caller: Person; organizationId: string; permission: Permission },
): Promise<OrganizationWithRole> {
  const organization = await em.findOne(Organization, organizationId);
  if (organization === null) {
    throw new AppError("organization_not_found", { details: { organizationId } });
  }
  const isOwn = organizationId === caller.organizationId;
  if (!isOwn && caller.apiKeyId !== null) throw new AppError("outside_organization");
  const membership = await em.findOne(Membership, { organizationId, accountId: caller.accountId });
  if (membership === null) throw new AppError("outside_organization");
  // For the one that the credential speaks for, the middleware has looked.
  if (!isOwn && organization.status !== "active") throw new AppError("account_suspended");
  if (!isOwn && organization.paymentStatus === "overdue") throw new AppError("payment_overdue");
  const allowed = isOwn ? caller.permissions : rolePermissions[membership.role];
  if (!allowed.includes(permission)) {
    throw new AppError("permission_missing", { details: { permission } });
  }
  const credits = await em.findOne(CreditAccount, organizationId);
  return { organization, role: membership.role, credits };
}

/** Newest first. A key sees the organization that it belongs to, a person all of theirs. */
export async function listOrganizations(
  em: EntityManager,
  { caller, limit, beforeId }: { caller: Person; limit: number; beforeId?: string | undefined },
): Promise<OrganizationWithRole[]> {
  const memberships = await em.find(
    Membership,
    {
      accountId: caller.accountId,
      organizationId: {
        ...(caller.apiKeyId === null ? {} : { $eq: caller.organizationId }),
        ...(beforeId === undefined ? {} : { $lt: beforeId }),
      },
    },
    { orderBy: { organizationId: "desc" }, limit },
  );
  const ids = memberships.map((membership) => membership.organizationId);
  const organizations = await em.find(Organization, { id: { $in: ids } });
  const accounts = await em.find(CreditAccount, { organizationId: { $in: ids } });
  return memberships.flatMap(({ organizationId, role }) => {
    const organization = organizations.find((one) => one.id === organizationId);
    const credits = accounts.find((one) => one.organizationId === organizationId) ?? null;
    return organization === undefined ? [] : [{ organization, role, credits }];
  });
}

/**
 * Founds an organization of the free plan with the caller as owner and the credits of the month.
 * Throws `organization_limit` when the person has founded as many as anybody may.
 */
export async function createOrganization(
  em: EntityManager,
  { name, accountId, now, actor }: { name: string; accountId: string; now: Date; actor: Actor },
): Promise<OrganizationWithRole> {
  return em.transactional(async (tx) => {
    // The row lock makes one person's requests queue here, so that the limit counts all of them.
    await tx.findOneOrFail(Account, accountId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const owned = await tx.count(Membership, { accountId, role: "owner" });
    if (owned >= foundedMax) {
      throw new AppError("organization_limit", { details: { limit: foundedMax } });
    }
    const id = createId("organization");
    await tx.insert(Organization, { id, name });
    await tx.insert(Membership, { organizationId: id, accountId, role: "owner" });
    await grantMonth(tx, id, now);
    await recordAudit(tx, {
      ...actor,
      organizationId: id,
      action: "organization.created",
      ...organizationTarget(id),
      after: { name },
    });
    const organization = await tx.findOneOrFail(Organization, id);
    const credits = await tx.findOneOrFail(CreditAccount, id, { refresh: true });
    return { organization, role: "owner" as const, credits };
  });
}

export interface OrganizationSettings {
  readonly name?: string;
  /** Credits a month; null: as many as there are. */
  readonly budget?: number | null;
  readonly alertPercents?: readonly number[];
  readonly lowCredits?: number;
}

/** Changes what is given; the rest stays. */
export async function updateOrganization(
  em: EntityManager,
  {
    organizationId,
    settings: { name, alertPercents, ...limits },
    actor,
  }: { organizationId: string; settings: OrganizationSettings; actor: Actor },
): Promise<void> {
  await em.transactional(async (tx) => {
    await tx.execute(
      `insert into credit_accounts (organization_id) values (?) on conflict do nothing`,
      [organizationId],
    );
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const organization = await tx.findOneOrFail(Organization, organizationId, lock);
    const credits = await tx.findOneOrFail(CreditAccount, organizationId, lock);
    const before = settingsOf(organization, credits);
    tx.assign(organization, {
      updatedAt: new Date(),
      ...(name === undefined ? {} : { name }),
      ...(alertPercents === undefined ? {} : { alertPercents: [...alertPercents] }),
    });
    tx.assign(credits, limits);
    await tx.flush();
    await recordAudit(tx, {
      ...actor,
      organizationId,
      action: "organization.updated",
      ...organizationTarget(organizationId),
      before,
      after: settingsOf(organization, credits),
    });
  });
}

function settingsOf(
  { name, alertPercents }: Organization,
  { budget, lowCredits }: CreditAccount,
): Record<string, unknown> {
  return { name, alertPercents, budget, lowCredits };
}

function organizationTarget(id: string) {
  return { targetType: "organization", targetId: id };
}
