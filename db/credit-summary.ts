import { endOfMonth, periodOf, startOfMonth } from "#domain/plans.ts";

import { Organization } from "./entities/account.ts";
import { CreditAccount } from "./entities/credits.ts";
import { OrganizationEvent } from "./entities/organization.ts";
import { listExpiringCredits } from "./expire-credits.ts";
import type { EntityManager } from "./orm.ts";

export interface CreditSummary {
  readonly available: number;
  readonly held: number;
  /** Since the month began. */
  readonly granted: number;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly expiring: readonly { readonly credits: number; readonly expiresAt: Date }[];
  readonly budget: {
    /** Null: as much as there is. */
    readonly credits: number | null;
    readonly spent: number;
    readonly alertPercents: readonly number[];
    /** Percentages of the budget that were reached in this month. */
    readonly alertsRaised: readonly number[];
  };
}

/** How an organization stands in the calendar month (UTC) of `now`. */
export async function findCreditSummary(
  em: EntityManager,
  { organizationId, now }: { organizationId: string; now: Date },
): Promise<CreditSummary> {
  const period = periodOf(now);
  const { alertPercents } = await em.findOneOrFail(Organization, organizationId);
  const account = await em.findOne(CreditAccount, organizationId);
  const events = await em.find(OrganizationEvent, {
    organizationId,
    type: "budget.alert",
    subject: { $like: `${period}/%` },
  });
  return {
    available: account?.available ?? 0,
    held: account?.held ?? 0,
    granted: await sumGrants(em, organizationId, startOfMonth(now)),
    periodStart: startOfMonth(now),
    periodEnd: endOfMonth(now),
    expiring: await listExpiringCredits(em, organizationId),
    budget: {
      credits: account?.budget ?? null,
      spent: account?.spentPeriod === period ? account.spent : 0,
      alertPercents,
      alertsRaised: events
        .map(({ subject }) => Number(subject.slice(period.length + 1)))
        .toSorted((a, b) => a - b),
    },
  };
}

async function sumGrants(em: EntityManager, organizationId: string, since: Date): Promise<number> {
  const [row] = await em.execute<{ granted: number }[]>(
    `select coalesce(sum(amount), 0)::int as granted from credit_entries
     where organization_id = ? and kind = 'grant' and created_at >= ?`,
    [organizationId, since],
  );
  return row?.granted ?? 0;
}
