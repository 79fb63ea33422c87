import { z } from "zod";

import { planIntervals } from "#domain/billing/offers.ts";
import { liveStatuses } from "#domain/billing/payments.ts";
import { planSlugs } from "#domain/billing/plans.ts";

import { creditsSchema, timeSchema } from "./common.ts";

const packsMax = 100;

const intervalSchema = z
  .enum(planIntervals)
  .meta({ description: "Time for which one payment pays. Credits come each month." });

const priceSchema = z
  .object({
    amount: z.int().meta({ description: "In the currency's smallest unit, without tax." }),
    currency: z.string().meta({ description: "ISO 4217, lower case." }),
  })
  .meta({ id: "OfferPrice" });

export const billingSchema = z
  .object({
    subscription: z
      .object({
        plan: z.enum(planSlugs).nullable(),
        interval: intervalSchema.nullable(),
        status: z.enum(liveStatuses),
        periodEnd: timeSchema,
        cancelAtPeriodEnd: z.boolean(),
      })
      .nullable(),
    isCustomer: z.boolean().meta({ description: "True when the portal can be opened." }),
    paymentStatus: z.enum(["current", "overdue"]),
    plans: z.array(
      z.object({
        plan: z.enum(planSlugs),
        interval: intervalSchema,
        creditsPerMonth: creditsSchema,
        price: priceSchema,
        isUpgrade: z.boolean().meta({
          description:
            "True when a change of the subscription to it begins, and is charged, at once.",
        }),
      }),
    ),
    packs: z.array(z.object({ credits: creditsSchema, price: priceSchema })),
  })
  .meta({ id: "Billing" });

export const checkoutRequestSchema = z.union([
  z.strictObject({ plan: z.enum(planSlugs), interval: intervalSchema.default("month") }),
  z.strictObject({
    credits: z.int().min(1).meta({ description: "Credits of a pack in `packs`." }),
    quantity: z.int().min(1).max(packsMax).default(1).meta({ description: "Number of packs." }),
  }),
]);

export const planChangeRequestSchema = z.object({
  plan: z.enum(planSlugs),
  interval: intervalSchema.default("month"),
});

export const billingPageSchema = z
  .object({ url: z.url().meta({ description: "Page of Stripe to send the person to." }) })
  .meta({ id: "BillingPage" });

export const planChangeSchema = z
  .object({
    state: z.enum(["changed", "scheduled", "payment_required"]).meta({
      description:
        "An upgrade is paid and effective at once, or its payment needs the person. Other changes wait for the end of the paid time.",
    }),
    url: z.url().nullable().meta({ description: "Page on which to confirm the payment." }),
  })
  .meta({ id: "PlanChange" });
