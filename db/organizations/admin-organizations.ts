import { type Actor, recordAudit } from "#db/audit.ts";
import { grantMonth, hasSubscription } from "#db/billing/credits.ts";
import { Organization } from "#db/entities/account.ts";
import { CreditAccount } from "#db/entities/credits.ts";
import type { EntityManager } from "#db/orm.ts";
import { creditsPerMonthOf, endOfMonth, periodOf } from "#domain/billing/plans.ts";
import { AppError } from "#domain/errors.ts";

import { lockOrganization } from "./lock-organization.ts";

export type OrganizationTerms = Pick<
  Organization,
  | "plan"
  | "paymentStatus"
  | "requestsPerHour"
  | "creditsPerMonth"
  | "creditsPerHour"
  | "retentionDays"
>;

/** Changes by an operator. Omitted fields stay unchanged; a limit of null follows the plan. */
export interface OrganizationTermsChange extends Partial<OrganizationTerms> {
  readonly status?: "active" | "suspended";
  /** Justification, kept in the audit log and shown with a suspension. */
  readonly reason: string;
}

export interface OrganizationWithCredits {
  readonly organization: Organization;
  readonly credits: CreditAccount | null;
}

/** Throws `organization_not_found`. */
export async function findOrganizationTerms(
  em: EntityManager,
  organizationId: string,
): Promise<OrganizationWithCredits> {
  const organization = await em.findOne(Organization, organizationId, { refresh: true });
  if (organization === null) {
    throw new AppError("organization_not_found", { details: { organizationId } });
  }
  const credits = await em.findOne(CreditAccount, organizationId, { refresh: true });
  return { organization, credits };
}

export interface OrganizationFilter {
  /** Part of the name, or the complete id. */
  readonly search?: string | undefined;
  readonly status?: Organization["status"] | undefined;
  readonly plan?: Organization["plan"] | undefined;
}

/** Lists all organizations, newest first. Runs two queries, independent of the page size. */
export async function listOrganizationTerms(
  em: EntityManager,
  {
    filter: { search, status, plan },
    limit,
    beforeId,
  }: { filter: OrganizationFilter; limit: number; beforeId: string | undefined },
): Promise<OrganizationWithCredits[]> {
  const part = `%${search?.replaceAll(/[\\%_]/g, String.raw`\$&`) ?? ""}%`;
  const organizations = await em.find(
    Organization,
    {
      ...(beforeId === undefined ? {} : { id: { $lt: beforeId } }),
      ...(status === undefined ? {} : { status }),
      ...(plan === undefined ? {} : { plan }),
      ...(search === undefined ? {} : { $or: [{ id: search }, { name: { $ilike: part } }] }),
    },
    { orderBy: { id: "desc" }, limit, refresh: true },
  );
  const accounts = await em.find(
    CreditAccount,
    { organizationId: { $in: organizations.map(({ id }) => id) } },
    { refresh: true },
  );
  const credits = new Map(accounts.map((account) => [account.organizationId, account]));
  return organizations.map((organization) => ({
    organization,
    credits: credits.get(organization.id) ?? null,
  }));
}

/**
 * Changes plan, payment status, limits and status of an organization. A plan with more credits grants the
 * difference for the current month immediately, once. A plan with fewer credits takes nothing back; the next
 * month has its own grant. An organization with a subscription gets no credits by a change: paid months give them. Operators cannot suspend the organization that they act from. Throws
 * `organization_not_found`, `organization_closed` and `self_change_refused`.
 */
export async function updateOrganizationTerms(
  em: EntityManager,
  {
    organizationId,
    change: { reason, status, ...terms },
    actor,
    now,
  }: {
    organizationId: string;
    change: OrganizationTermsChange;
    actor: Actor;
    now: Date;
  },
): Promise<void> {
  if (status === "suspended" && organizationId === actor.organizationId) {
    throw new AppError("self_change_refused");
  }
  await em.transactional(async (tx) => {
    await lockOrganization(tx, organizationId);
    const organization = await tx.findOne(Organization, organizationId, { refresh: true });
    if (organization === null) {
      throw new AppError("organization_not_found", { details: { organizationId } });
    }
    if (organization.status === "closed") throw new AppError("organization_closed");
    const before = termsOf(organization);
    tx.assign(organization, {
      ...terms,
      ...(status === undefined
        ? {}
        : { status, statusReason: status === "suspended" ? reason : null }),
      updatedAt: now,
    });
    await tx.flush();
    const grantedCredits =
      organization.status === "active" ? await grantDifference(tx, organization, now) : 0;
    await recordAudit(tx, {
      ...actor,
      organizationId,
      action: "organization.terms_changed",
      targetType: "organization",
      targetId: organizationId,
      before,
      after: { ...termsOf(organization), reason, grantedCredits },
    });
  });
}

function termsOf(organization: Organization): OrganizationTerms & { status: string } {
  const { plan, status, paymentStatus } = organization;
  const { requestsPerHour, creditsPerMonth, creditsPerHour, retentionDays } = organization;
  return {
    plan,
    status,
    paymentStatus,
    requestsPerHour,
    creditsPerMonth,
    creditsPerHour,
    retentionDays,
  };
}

/**
 * Grants the part of the plan's monthly credits that the month has not received yet. Returns the granted
 * amount.
 */
async function grantDifference(
  em: EntityManager,
  { id, plan, creditsPerMonth }: Organization,
  now: Date,
): Promise<number> {
  const amount = creditsPerMonthOf(plan, creditsPerMonth);
  if (await grantMonth(em, id, now)) return amount;
  const period = periodOf(now);
  const [row] = await em.execute<{ granted: number }[]>(
    `select coalesce(sum(amount), 0)::int as granted from credit_entries
     where organization_id = ? and kind = 'grant' and period = ?`,
    [id, period],
  );
  const granted = row?.granted ?? 0;
  // No grant this month: no owner has a verified email address, or another organization has claimed the free
  // credits.
  if (granted === 0 || granted >= amount) return 0;
  const rows = await em.execute<{ id: string }[]>(
    `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, period, expires_at,
       reason, idempotency_key)
     select o.id, 'grant', ?::int, 'issued', 'available', ?, ?, 'more credits by a change of plan', ?
     from organizations o where o.id = ? and not ${hasSubscription}
     on conflict do nothing returning id`,
    [amount - granted, period, endOfMonth(now), `month/${period}/${amount}`, id],
  );
  return rows.length === 0 ? 0 : amount - granted;
}
