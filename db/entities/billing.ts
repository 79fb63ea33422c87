import { defineEntity, p } from "@mikro-orm/core";

import type { PlanSlug } from "#domain/billing/plans.ts";

/** Customer at Stripe of an organization. */
const BillingCustomerSchema = defineEntity({
  name: "BillingCustomer",
  tableName: "billing_customers",
  properties: {
    organizationId: p.text().primary(),
    /** Null until Stripe has created the customer. */
    stripeCustomerId: p.text().nullable().unique(),
    /** Mode of the key that has created the customer. */
    livemode: p.boolean(),
    /** Increases with each synchronization: one that has read Stripe before it reads again. */
    version: p.integer().default(0),
    /** Plan of the last synchronization; null while the organization has had no subscription. */
    appliedPlan: p.text().$type<PlanSlug>().nullable(),
    appliedPaymentStatus: p.text().$type<"current" | "overdue">().default("current"),
    isPastDue: p.boolean().default(false),
    /** Differences that an operator has to look at. */
    problems: p.array().columnType("text[]").defaultRaw("'{}'"),
    syncedAt: p.datetime().nullable(),
  },
});
export class BillingCustomer extends BillingCustomerSchema.class {}
BillingCustomerSchema.setClass(BillingCustomer);

/** Subscription at Stripe, as of the last synchronization. */
const BillingSubscriptionSchema = defineEntity({
  name: "BillingSubscription",
  tableName: "billing_subscriptions",
  properties: {
    id: p.text().primary(),
    organizationId: p.text().index("billing_subscriptions_organization_index"),
    priceId: p.text(),
    status: p.text(),
    periodEnd: p.datetime(),
    cancelAtPeriodEnd: p.boolean(),
    syncedAt: p.datetime(),
  },
});
export class BillingSubscription extends BillingSubscriptionSchema.class {}
BillingSubscriptionSchema.setClass(BillingSubscription);

/** Something that has been paid for, with the credits that it has given and lost again. */
const BillingPurchaseSchema = defineEntity({
  name: "BillingPurchase",
  tableName: "billing_purchases",
  properties: {
    /** `pi_…` of a checkout, or `in_…/il_…` of an invoice's line. */
    source: p.text().primary(),
    organizationId: p.text().index("billing_purchases_organization_index"),
    paymentIntent: p.text().nullable(),
    kind: p.text().$type<"plan" | "credits">(),
    credits: p.integer(),
    amount: p.integer(),
    currency: p.text(),
    /** Share of the credits whose money has gone back. */
    reversedCredits: p.integer().default(0),
    /** Part of `reversedCredits` that was spent already, so that no correction could take it. */
    unrecoveredCredits: p.integer().default(0),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});
export class BillingPurchase extends BillingPurchaseSchema.class {}
BillingPurchaseSchema.setClass(BillingPurchase);

/** A signed event: a reason to read its customer again. */
const BillingEventSchema = defineEntity({
  name: "BillingEvent",
  tableName: "billing_events",
  properties: {
    id: p.text().primary(),
    type: p.text(),
    /** `cus_…` or `ch_…` */
    subject: p.text(),
    attempts: p.integer().default(0),
    dueAt: p.datetime().defaultRaw("now()"),
    receivedAt: p.datetime().defaultRaw("now()").index("billing_events_age_index"),
    doneAt: p.datetime().nullable(),
  },
});
export class BillingEvent extends BillingEventSchema.class {}
BillingEventSchema.setClass(BillingEvent);
