import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { planChangeRequestSchema, planChangeSchema } from "#api/schemas/billing.ts";
import { recordAudit } from "#db/audit.ts";
import { findOffer, type Payments } from "#domain/billing/payments.ts";
import { AppError } from "#domain/errors.ts";

import { findPayments, findSubscription } from "./find-payments.ts";

export const changePlan = defineRoute({
  method: "post",
  path: "/app/billing/plan",
  operationId: "changePlan",
  summary: "Change the plan of the subscription",
  description:
    "A dearer plan begins a full month at once, when it is paid. A cheaper one begins after the paid month; `free` ends the " +
    "subscription then. A repetition has no further effect.",
  tags: ["Account"],
  access: { permission: "org:manage", session: true },
  whenOverdue: true,
  body: planChangeRequestSchema,
  status: 200,
  response: planChangeSchema,
  errors: ["offer_not_found", "subscription_missing", "billing_unavailable"],
  examples: { body: { upgrade: { plan: "team" } } },
  async handle({ body: { plan }, caller, request }, dependencies) {
    const { em } = dependencies;
    const { organizationId } = caller;
    const payments = findPayments(dependencies);
    const subscription = await findSubscription(dependencies, organizationId);
    if (subscription === null) throw new AppError("subscription_missing");
    const offer =
      payments.offers
        .filter((candidate) => candidate.kind === "plan")
        .find((candidate) => candidate.plan === plan) ?? null;
    if (offer === null && plan !== "free") throw new AppError("offer_not_found");
    const { state, ...rest } = await payments.changePlan({
      subscriptionId: subscription.id,
      offer,
      isUpgrade:
        offer !== null &&
        (await isDearer(payments, { from: subscription.priceId, to: offer.priceId })),
    });
    await recordAudit(em, {
      ...actorOf({ caller, request }),
      action: "billing.plan_changed",
      targetType: "organization",
      targetId: organizationId,
      after: { plan, state },
    });
    return { state, url: "url" in rest ? rest.url : null };
  },
});

/** A subscription with a price that is not sold any more has no order: the change waits for the end of the month. */
async function isDearer(
  payments: Payments,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  if (findOffer(payments.offers, { kind: "plan", priceId: from }) === null) return false;
  const prices = await payments.readPrices();
  return (prices.get(to)?.amount ?? 0) > (prices.get(from)?.amount ?? 0);
}
