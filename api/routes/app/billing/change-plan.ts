import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { planChangeRequestSchema, planChangeSchema } from "#api/schemas/billing.ts";
import { recordAudit } from "#db/audit.ts";
import { isUpgrade } from "#domain/billing/offers.ts";
import { findOffer } from "#domain/billing/payments.ts";
import { AppError } from "#domain/errors.ts";

import { findPayments, findPlanOffer, findSubscription } from "./find-payments.ts";

export const changePlan = defineRoute({
  method: "post",
  path: "/app/billing/plan",
  operationId: "changePlan",
  summary: "Change the plan of the subscription",
  description:
    "A larger plan, or the same plan by the year, begins at once, when it is paid. Another change begins after the paid time; " +
    "`free` ends the subscription then. A repetition has no further effect.",
  tags: ["Account"],
  access: { permission: "org:manage", session: true },
  whenOverdue: true,
  body: planChangeRequestSchema,
  status: 200,
  response: planChangeSchema,
  errors: ["offer_not_found", "subscription_missing", "billing_unavailable"],
  examples: { body: { upgrade: { plan: "team" } } },
  async handle({ body: { plan, interval }, caller, request }, dependencies) {
    const { em } = dependencies;
    const { organizationId } = caller;
    const payments = findPayments(dependencies);
    const subscription = await findSubscription(dependencies, organizationId);
    if (subscription === null) throw new AppError("subscription_missing");
    const offer = findPlanOffer(payments, { plan, interval });
    if (offer === null && plan !== "free") throw new AppError("offer_not_found");
    // A subscription with a price that is not sold any more has no order: the change waits for the end of the paid time.
    const { priceId } = subscription;
    const current = findOffer(payments.offers, { kind: "plan", priceId });
    const { state, ...rest } = await payments.changePlan({
      subscriptionId: subscription.id,
      offer,
      isUpgrade: offer !== null && current !== null && isUpgrade(current, offer),
    });
    await recordAudit(em, {
      ...actorOf({ caller, request }),
      action: "billing.plan_changed",
      targetType: "organization",
      targetId: organizationId,
      after: { plan, interval, state },
    });
    return { state, url: "url" in rest ? rest.url : null };
  },
});
