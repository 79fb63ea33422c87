import { LockMode } from "@mikro-orm/core";

import { type Actor, recordAudit } from "#db/audit.ts";
import { grantMonth } from "#db/billing/credits.ts";
import type { Caller } from "#db/caller.ts";
import { Account, Membership, Organization } from "#db/entities/account.ts";
import { CreditAccount } from "#db/entities/credits.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { changeProviderKeys, type ProviderKeyChanges } from "#db/providers/provider-keys.ts";
import type { Vault } from "#db/vault.ts";
import { rolePermissions, type Permission, type Role } from "#domain/accounts/permission.ts";
import type { PlanSlug } from "#domain/billing/plans.ts";
import { AppError } from "#domain/errors.ts";

type Person = Pick<Caller, "organizationId" | "accountId" | "apiKeyId" | "permissions">;

/** Organizations that one person may create, including those that others own now. */
const foundedMax = 5;

export interface ListedOrganization {
  readonly organization: Organization;
  /** The caller's role; null for an operator who is not a member. */
  readonly role: Role | null;
  readonly credits: CreditAccount | null;
}

export interface OrganizationWithRole extends ListedOrganization {
  readonly role: Role;
}

/**
 * Checks a caller's permission in an organization and returns it with the caller's role. A session token acts
 * in every organization of its person, an API key only in its own. Throws `organization_not_found`,
 * `outside_organization`, `permission_missing`, and, like the middleware, `account_suspended` and
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
  // The middleware has already checked the credential's own organization.
  if (!isOwn && organization.status !== "active") throw new AppError("account_suspended");
  if (!isOwn && organization.paymentStatus === "overdue") throw new AppError("payment_overdue");
  const allowed = isOwn ? caller.permissions : rolePermissions[membership.role];
  if (!allowed.includes(permission)) {
    throw new AppError("permission_missing", { details: { permission } });
  }
  const credits = await em.findOne(CreditAccount, organizationId);
  return { organization, role: membership.role, credits };
}

export interface OrganizationFilter {
  /** Part of the name, or the complete id. */
  readonly search?: string | undefined;
  readonly plan?: PlanSlug | undefined;
  readonly status?: Organization["status"] | undefined;
  readonly paymentStatus?: Organization["paymentStatus"] | undefined;
}

/**
 * Lists organizations, newest first: those of a person (for an API key, its own), or all, for operators only.
 */
export async function listOrganizations(
  em: EntityManager,
  {
    caller,
    scope,
    filter: { search, ...exact },
    limit,
    beforeId,
  }: {
    caller: Person;
    scope: "mine" | "all";
    filter: OrganizationFilter;
    limit: number;
    beforeId?: string | undefined;
  },
): Promise<ListedOrganization[]> {
  const given = Object.entries(exact).filter(([, value]) => value !== undefined);
  const organizations = await em.find(
    Organization,
    {
      $and: [
        Object.fromEntries(given),
        beforeId === undefined ? {} : { id: { $lt: beforeId } },
        scope === "all" ? {} : { id: { $in: await listOwnIds(em, caller) } },
        search === undefined ? {} : { $or: [{ id: search }, { name: { $ilike: toPart(search) } }] },
      ],
    },
    { orderBy: { id: "desc" }, limit },
  );
  const ids = organizations.map(({ id }) => id);
  const { accountId } = caller;
  const memberships = await em.find(Membership, { accountId, organizationId: { $in: ids } });
  const accounts = await em.find(CreditAccount, { organizationId: { $in: ids } });
  return organizations.map((organization) => ({
    organization,
    role: memberships.find((one) => one.organizationId === organization.id)?.role ?? null,
    credits: accounts.find((one) => one.organizationId === organization.id) ?? null,
  }));
}

async function listOwnIds(
  em: EntityManager,
  { accountId, apiKeyId, organizationId }: Person,
): Promise<string[]> {
  if (apiKeyId !== null) return [organizationId];
  const memberships = await em.find(Membership, { accountId });
  return memberships.map((membership) => membership.organizationId);
}

/** Returns a LIKE pattern that matches the text literally, anywhere. */
function toPart(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

/**
 * Creates an organization on the free plan with the caller as owner. Grants the month's free credits unless
 * the caller's mailbox has claimed them for another organization. Throws `organization_limit` when the person
 * has created `foundedMax`.
 */
export async function createOrganization(
  em: EntityManager,
  { name, accountId, now, actor }: { name: string; accountId: string; now: Date; actor: Actor },
): Promise<OrganizationWithRole> {
  return em.transactional(async (tx) => {
    // The row lock serializes one person's requests, so that the limit counts all of them.
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const founder = await tx.findOneOrFail(Account, accountId, lock);
    if (founder.organizationsFounded >= foundedMax) {
      throw new AppError("organization_limit", { details: { limit: foundedMax } });
    }
    founder.organizationsFounded += 1;
    await tx.flush();
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
  /** Credits per month; null for no budget. */
  readonly budget?: number | null;
  readonly alertPercents?: readonly number[];
  readonly lowCredits?: number;
}

/** Updates an organization; omitted settings stay unchanged. */
export async function updateOrganization(
  em: EntityManager,
  {
    organizationId,
    accountId,
    settings,
    providerKeys = {},
    vault,
    actor,
  }: {
    organizationId: string;
    accountId: string;
    settings: OrganizationSettings;
    providerKeys?: ProviderKeyChanges | undefined;
    vault: Vault;
    actor: Actor;
  },
): Promise<void> {
  const { name, alertPercents, ...limits } = settings;
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
    if (Object.keys(settings).length > 0) {
      await recordAudit(tx, {
        ...actor,
        organizationId,
        action: "organization.updated",
        ...organizationTarget(organizationId),
        before,
        after: settingsOf(organization, credits),
      });
    }
    const changes = { organizationId, accountId, changes: providerKeys, vault, actor };
    await changeProviderKeys(tx, changes);
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
