import { z } from "zod";

import { defineRoute } from "#api/http/route.ts";
import { webhookBytesMax } from "#api/provider-webhooks/webhook-providers.ts";
import { recordBillingEvent } from "#db/billing/payments/billing-events.ts";

import { findPayments } from "./find-payments.ts";

export const receiveBillingEvent = defineRoute({
  method: "post",
  path: "/app/billing/webhook",
  operationId: "receiveBillingEvent",
  summary: "Receive an event from Stripe",
  description:
    "For Stripe. A signed event is only a reason to read its customer again; nothing else of it is used. 204 means that it " +
    "was stored, or has no effect.",
  tags: ["Account"],
  access: "public",
  gate: "callback",
  bodyBytesMax: webhookBytesMax,
  body: z.looseObject({}),
  takesBytes: true,
  status: 204,
  response: z.undefined(),
  errors: ["callback_signature_invalid"],
  async handle({ bytes, request }, dependencies) {
    const event = findPayments(dependencies).readEvent(bytes, request.header("stripe-signature"));
    if (event !== null && (await recordBillingEvent(dependencies.em, event))) {
      dependencies.onOutbox();
    }
    return undefined;
  },
});
