import { BillingPurchase } from "#db/entities/billing.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Offer } from "#domain/billing/offers.ts";
import { type CustomerState, findOffer } from "#domain/billing/payments.ts";
import type { PurchasedGrant } from "#domain/billing/purchased-grants.ts";

import { isLive } from "./apply-terms.ts";

const recentMs = 8 * 86_400_000;

/** Lists differences for an operator: the engine must neither give nor take credits for them. */
export async function listProblems(
  em: EntityManager,
  {
    organizationId,
    state,
    grants,
    offers,
    now,
  }: {
    readonly organizationId: string;
    readonly state: CustomerState;
    readonly grants: readonly PurchasedGrant[];
    readonly offers: readonly Offer[];
    readonly now: Date;
  },
): Promise<string[]> {
  const purchases = await em.find(BillingPurchase, { organizationId }, { refresh: true });
  const sources = new Set(grants.map(({ source }) => source));
  const granted = new Set(purchases.map(({ source }) => source));
  const live = state.subscriptions.filter(isLive);
  const unsold = live.filter(
    ({ priceId }) => findOffer(offers, { kind: "plan", priceId }) === null,
  );
  const lost = purchases.filter(
    ({ source, createdAt }) =>
      !sources.has(source) && createdAt.getTime() > now.getTime() - recentMs,
  );
  return [
    ...grants
      .filter(({ source }) => !granted.has(source))
      .map(({ source }) => `${source}: paid, but its price is not sold`),
    ...lost.map(({ source }) => `${source}: has credits, but Stripe does not know it as paid`),
    ...purchases
      .filter(({ unrecoveredCredits }) => unrecoveredCredits > 0)
      .map(
        ({ source, unrecoveredCredits }) =>
          `${source}: ${unrecoveredCredits} refunded credits were spent`,
      ),
    ...unsold.map(({ id }) => `${id}: the subscription has a price that is not sold`),
    ...(live.length > 1 ? [`${live.length} subscriptions are charged at once`] : []),
    ...(state.hasOpenDispute ? ["a payment is disputed"] : []),
  ];
}
