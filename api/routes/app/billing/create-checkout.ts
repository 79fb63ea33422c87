import { randomUUID } from "node:crypto";

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { billingPageSchema, checkoutRequestSchema } from "#api/schemas/billing.ts";
import { recordAudit } from "#db/audit.ts";
import { ensureCustomer } from "#db/billing/payments/customers.ts";
import type { PackOffer } from "#domain/billing/offers.ts";
import type { Payments } from "#domain/billing/payments.ts";
import { AppError } from "#domain/errors.ts";

import { findPayments, findPlanOffer, findSubscription, returnUrlOf } from "./find-payments.ts";

export const createCheckout = defineRoute({
  method: "post",
  path: "/app/billing/checkout",
  operationId: "createCheckout",
  summary: "Start a payment",
  description:
    "Returns a page of Stripe for a subscription or for packs of credits. Credits arrive when Stripe has confirmed the " +
    "payment. A repetition with the same `Idempotency-Key` returns the same page.",
  tags: ["Account"],
  access: { permission: "org:manage", session: true },
  whenOverdue: true,
  body: checkoutRequestSchema,
  status: 200,
  response: billingPageSchema,
  errors: ["offer_not_found", "subscription_exists", "billing_unavailable"],
  // The key goes to Stripe, which returns the page of the first request.
  idempotent: "handler",
  examples: { body: { packs: { credits: 100, quantity: 2 }, plan: { plan: "pro" } } },
  async handle({ body, caller, request, idempotency }, dependencies) {
    const { em } = dependencies;
    const { organizationId } = caller;
    const payments = findPayments(dependencies);
    const offer = "plan" in body ? findPlanOffer(payments, body) : findPack(payments, body);
    if (offer === null) throw new AppError("offer_not_found");
    if (offer.kind === "plan" && (await findSubscription(dependencies, organizationId)) !== null) {
      throw new AppError("subscription_exists");
    }
    const customerId = await ensureCustomer(em, payments, organizationId);
    const quantity = "quantity" in body ? body.quantity : 1;
    const url = await payments.startCheckout({
      customerId,
      organizationId,
      offer,
      quantity,
      successUrl: returnUrlOf(dependencies, "paid"),
      cancelUrl: returnUrlOf(dependencies, "canceled"),
      requestKey:
        idempotency === null
          ? randomUUID()
          : `${idempotency.key}/${idempotency.requestHash.toString("hex").slice(0, 16)}`,
    });
    await recordAudit(em, {
      ...actorOf({ caller, request }),
      action: "billing.checkout_started",
      targetType: "organization",
      targetId: organizationId,
      after: { ...body },
    });
    return { url };
  },
});

function findPack(
  { offers }: Pick<Payments, "offers">,
  { credits }: Pick<PackOffer, "credits">,
): PackOffer | null {
  const packs = offers.filter((offer) => offer.kind === "credits");
  return packs.find((offer) => offer.credits === credits) ?? null;
}
