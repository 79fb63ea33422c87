import { emailOwners } from "#db/email/email-owners.ts";
import { Organization } from "#db/entities/account.ts";
import type { BillingCustomer } from "#db/entities/billing.ts";
import { updateOrganizationTerms } from "#db/organizations/admin-organizations.ts";
import type { EntityManager } from "#db/orm.ts";
import {
  type CustomerState,
  findOffer,
  liveStatuses,
  type PaidSubscription,
} from "#domain/billing/payments.ts";
import { type PlanSlug, plans } from "#domain/billing/plans.ts";

import type { SyncDependencies } from "./sync-customer.ts";

/**
 * Sets plan and payment status of the organization when Stripe's state has changed since the last call. In between, they are
 * an operator's: a plan that was agreed by hand stays until the next change at Stripe.
 */
export async function applyTerms(
  em: EntityManager,
  customer: BillingCustomer,
  { state, payments, vault, now }: SyncDependencies & { readonly state: CustomerState },
): Promise<void> {
  const { organizationId } = customer;
  const organization = await em.findOneOrFail(Organization, organizationId, { refresh: true });
  if (organization.status === "closed") return;
  const live = state.subscriptions.filter(isLive);
  const plan = planOf(live, payments) ?? (customer.appliedPlan === null ? null : "free");
  const isUnpaid = live.some(({ status }) => status === "unpaid");
  const paymentStatus: "overdue" | "current" =
    isUnpaid || state.hasOpenDispute ? "overdue" : "current";
  const isPastDue = live.some(({ status }) => status === "past_due");
  const isOverdueNow = paymentStatus === "overdue" && customer.appliedPaymentStatus === "current";
  const isPastDueNow = isPastDue && !customer.isPastDue;
  const change = {
    ...(plan === null || plan === customer.appliedPlan ? {} : { plan }),
    ...(paymentStatus === customer.appliedPaymentStatus ? {} : { paymentStatus }),
  };
  if (Object.keys(change).length > 0) {
    await updateOrganizationTerms(em, {
      organizationId,
      change: { ...change, reason: "subscription at Stripe" },
      actor: {},
      now,
    });
  }
  if (isOverdueNow || isPastDueNow) {
    const { name: organizationName } = organization;
    const content = {
      template: "payment_failed",
      organizationName,
      isOverdue: isOverdueNow,
    } as const;
    await emailOwners(em, vault, { organizationId, content, now });
  }
  customer.appliedPlan = plan;
  customer.appliedPaymentStatus = paymentStatus;
  customer.isPastDue = isPastDue;
}

export function isLive({ status }: Pick<PaidSubscription, "status">): boolean {
  return liveStatuses.some((live) => live === status);
}

/** The largest plan of the subscriptions; null without one. */
function planOf(
  live: readonly PaidSubscription[],
  { offers }: Pick<SyncDependencies["payments"], "offers">,
): PlanSlug | null {
  const sold = live.flatMap(
    ({ priceId }) => findOffer(offers, { kind: "plan", priceId })?.plan ?? [],
  );
  return sold.toSorted((left, right) => plans[right].weight - plans[left].weight)[0] ?? null;
}
