import { defineRoute } from "#api/http/route.ts";
import { billingPageSchema } from "#api/schemas/billing.ts";
import { findCustomerId } from "#db/billing/payments/customers.ts";
import { AppError } from "#domain/errors.ts";

import { findPayments, returnUrlOf } from "./find-payments.ts";

export const openPortal = defineRoute({
  method: "post",
  path: "/app/billing/portal",
  operationId: "openPortal",
  summary: "Open the page of cards and invoices",
  description: "Returns a page of Stripe with cards, invoices, open payments and the cancellation.",
  tags: ["Account"],
  access: { permission: "org:manage", session: true },
  whenOverdue: true,
  status: 200,
  response: billingPageSchema,
  errors: ["subscription_missing", "billing_unavailable"],
  async handle({ caller: { organizationId } }, dependencies) {
    const customerId = await findCustomerId(dependencies.em, organizationId);
    if (customerId === null) throw new AppError("subscription_missing");
    const url = await findPayments(dependencies).openPortal({
      customerId,
      returnUrl: returnUrlOf(dependencies),
    });
    return { url };
  },
});
