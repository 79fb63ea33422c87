import type { RequestDependencies } from "#api/dependencies.ts";
import { BillingSubscription } from "#db/entities/billing.ts";
import type { PlanOffer } from "#domain/billing/offers.ts";
import { liveStatuses, type Payments } from "#domain/billing/payments.ts";

/** Null for a plan that is not sold for this time. */
export function findPlanOffer(
  { offers }: Pick<Payments, "offers">,
  { plan, interval }: Pick<PlanOffer, "plan" | "interval">,
): PlanOffer | null {
  const plans = offers.filter((offer) => offer.kind === "plan");
  return plans.find((offer) => offer.plan === plan && offer.interval === interval) ?? null;
}

/** The routes exist only with a key of Stripe. */
export function findPayments({ payments }: Pick<RequestDependencies, "payments">): Payments {
  if (payments === null) throw new Error("a route of billing requires payments");
  return payments;
}

/** Returns the subscription that is being charged; null without one. */
export async function findSubscription(
  { em }: Pick<RequestDependencies, "em">,
  organizationId: string,
): Promise<BillingSubscription | null> {
  return em.findOne(
    BillingSubscription,
    { organizationId, status: { $in: [...liveStatuses] } },
    { orderBy: { periodEnd: "desc" } },
  );
}

/** Page of the dashboard to which Stripe sends the person back. */
export function returnUrlOf(
  { settings: { publicUrl } }: Pick<RequestDependencies, "settings">,
  outcome: "paid" | "canceled" | null = null,
): string {
  return `${publicUrl}/credits${outcome === null ? "" : `?checkout=${outcome}`}`;
}
