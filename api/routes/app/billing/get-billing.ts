import { defineRoute } from "#api/http/route.ts";
import { billingSchema } from "#api/schemas/billing.ts";
import { findCustomerId } from "#db/billing/payments/customers.ts";
import { Organization } from "#db/entities/account.ts";
import { isUpgrade } from "#domain/billing/offers.ts";
import { findOffer, liveStatuses } from "#domain/billing/payments.ts";

import { findPayments, findSubscription } from "./find-payments.ts";

export const getBilling = defineRoute({
  method: "get",
  path: "/app/billing",
  operationId: "getBilling",
  summary: "Retrieve the subscription, and what can be bought",
  description: "Only on a server that sells plans or credits; otherwise the path does not exist.",
  tags: ["Account"],
  access: { permission: "billing:read", session: true },
  whenOverdue: true,
  status: 200,
  response: billingSchema,
  errors: ["billing_unavailable"],
  async handle({ caller: { organizationId } }, dependencies) {
    const { em } = dependencies;
    const payments = findPayments(dependencies);
    const prices = await payments.readPrices();
    const { paymentStatus } = await em.findOneOrFail(Organization, organizationId);
    const subscription = await findSubscription(dependencies, organizationId);
    const current =
      subscription === null
        ? null
        : findOffer(payments.offers, { kind: "plan", priceId: subscription.priceId });
    const priceOf = (priceId: string) => {
      const price = prices.get(priceId);
      if (price === undefined) throw new Error("expected the price of an offer");
      return price;
    };
    return {
      subscription:
        subscription === null
          ? null
          : {
              plan: current?.plan ?? null,
              interval: current?.interval ?? null,
              status: liveStatuses.find((status) => status === subscription.status) ?? "active",
              periodEnd: subscription.periodEnd.toISOString(),
              cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
            },
      isCustomer: (await findCustomerId(em, organizationId)) !== null,
      paymentStatus,
      plans: payments.offers.flatMap((offer) =>
        offer.kind === "plan"
          ? [
              {
                plan: offer.plan,
                interval: offer.interval,
                creditsPerMonth: offer.credits,
                price: priceOf(offer.priceId),
                isUpgrade: current !== null && isUpgrade(current, offer),
              },
            ]
          : [],
      ),
      packs: payments.offers.flatMap((offer) =>
        offer.kind === "credits" ? [{ credits: offer.credits, price: priceOf(offer.priceId) }] : [],
      ),
    };
  },
});
