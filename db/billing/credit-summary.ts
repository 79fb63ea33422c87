import { Organization } from "#db/entities/account.ts";
import { CreditAccount } from "#db/entities/credits.ts";
import { OrganizationEvent } from "#db/entities/organization.ts";
import type { EntityManager } from "#db/orm.ts";
import { endOfMonth, periodOf, startOfMonth } from "#domain/billing/plans.ts";

import type { ShortageCode } from "./credits.ts";
import { listExpiringCredits } from "./expire-credits.ts";

export interface CreditSummary {
  readonly available: number;
  readonly held: number;
  /** Credits granted since the start of the month. */
  readonly granted: number;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly expiring: readonly { readonly credits: number; readonly expiresAt: Date }[];
  readonly budget: {
    /** Null for no budget. */
    readonly credits: number | null;
    readonly spent: number;
    readonly alertPercents: readonly number[];
    /** Percentages of the budget that were reached this month. */
    readonly alertsRaised: readonly number[];
  };
}

/** Returns credits, budget and expirations of an organization for the calendar month (UTC) of `now`. */
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

/** Credits that a credential can hold now; null for an absent limit. */
export interface SpendingRoom {
  readonly available: number;
  readonly budgetLeft: number | null;
  readonly hourLeft: number | null;
  readonly keyLeft: number | null;
}

/** Reads the limits that the ledger enforces when credits are held (migration 0003). */
export async function findSpendingRoom(
  em: EntityManager,
  { organizationId, apiKeyId, now }: { organizationId: string; apiKeyId: string | null; now: Date },
): Promise<SpendingRoom> {
  const period = periodOf(now);
  const [row] = await em.execute<
    {
      available: number | null;
      budget_left: number | null;
      hour_left: number | null;
      key_left: number | null;
    }[]
  >(
    `select a.available,
       a.budget - case when a.spent_period = ? then a.spent else 0 end as budget_left,
       coalesce(o.credits_per_hour, p.credits_per_hour)
         - case when a.spent_hour = floor(extract(epoch from now()) / 3600)::int then a.hour_spent else 0 end as hour_left,
       k.credit_limit - coalesce(s.credits, 0) as key_left
     from (select ?::text as organization_id, ?::text as api_key_id) asked
     left join credit_accounts a on a.organization_id = asked.organization_id
     left join organizations o on o.id = asked.organization_id
     left join plans p on p.slug = o.plan
     left join api_keys k on k.id = asked.api_key_id
     left join api_key_spending s on s.api_key_id = k.id and s.period = ?`,
    [period, organizationId, apiKeyId, period],
  );
  return {
    available: row?.available ?? 0,
    budgetLeft: row?.budget_left ?? null,
    hourLeft: row?.hour_left ?? null,
    keyLeft: row?.key_left ?? null,
  };
}

/**
 * Returns the code with which a hold of this amount would be refused, in the order of the ledger's checks;
 * null when the amount fits.
 */
export function shortageIn(
  { available, budgetLeft, hourLeft, keyLeft }: SpendingRoom,
  credits: number,
): ShortageCode | null {
  if (credits > available) return "insufficient_credits";
  if (budgetLeft !== null && credits > budgetLeft) return "budget_exceeded";
  if (hourLeft !== null && credits > hourLeft) return "spend_limit_reached";
  if (keyLeft !== null && credits > keyLeft) return "key_limit_reached";
  return null;
}
