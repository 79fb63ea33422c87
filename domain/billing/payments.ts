import type { Offer, PackOffer, PlanOffer } from "./offers.ts";

/**
 * Stripe as the engine sees it. It keeps money: customers, cards, subscriptions, invoices. The ledger keeps credits.
 * Every method throws `billing_unavailable` when Stripe cannot be asked.
 */
export interface Payments {
  /** False for a key of Stripe's test mode or of a sandbox. */
  readonly livemode: boolean;
  readonly offers: readonly Offer[];
  /** Reads the price of each offer once, by its id. Throws `PriceError` for a price that does not fit its offer. */
  readPrices(): Promise<ReadonlyMap<string, OfferPrice>>;
  /** Creates the customer of an organization; a repetition returns the same customer. */
  createCustomer(organizationId: string): Promise<string>;
  /** Reads subscriptions, and everything that was paid, refunded or disputed since a time. */
  readCustomer(customerId: string, since: Date): Promise<CustomerState>;
  findCustomerOfCharge(chargeId: string): Promise<string | null>;
  /** Returns the URL of a page on which the customer pays. */
  startCheckout(order: CheckoutOrder): Promise<string>;
  changePlan(change: PlanChange): Promise<PlanChangeResult>;
  /** Returns the URL of a page with cards, invoices and the cancellation. */
  openPortal(order: { readonly customerId: string; readonly returnUrl: string }): Promise<string>;
  /** Ends a subscription at once. An ended one stays ended. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** Returns the customer or the charge that a signed event is about; null for events without effect. */
  readEvent(bytes: Buffer, signature: string | undefined): PaymentEvent | null;
}

/** A price at Stripe that does not fit its offer: an error of the operator. */
export class PriceError extends Error {
  override readonly name = "PriceError";
}

export interface OfferPrice {
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
}

/** States of a subscription at Stripe; others have no effect. */
export const liveStatuses = ["trialing", "active", "past_due", "unpaid"] as const;

export interface PaidSubscription {
  readonly id: string;
  readonly priceId: string;
  readonly status: string;
  readonly periodEnd: Date;
  readonly cancelAtPeriodEnd: boolean;
}

/** Something that has been paid for. */
export interface Purchase {
  /** `pi_…` of a checkout, or `in_…/il_…` of an invoice's line: key of its credits in the ledger. */
  readonly source: string;
  /** Null for an invoice that the customer's balance has paid. */
  readonly paymentIntent: string | null;
  readonly kind: Offer["kind"];
  readonly priceId: string;
  readonly quantity: number;
  readonly amount: number;
  readonly currency: string;
  /** Time that a plan's payment pays for; null for credits without an end. */
  readonly period: { readonly start: Date; readonly end: Date } | null;
}

/** Money of a payment that has gone back to the customer, by refunds or lost disputes. */
export interface Reversal {
  readonly paymentIntent: string;
  readonly paid: number;
  readonly reversed: number;
}

export interface CustomerState {
  readonly subscriptions: readonly PaidSubscription[];
  readonly purchases: readonly Purchase[];
  readonly reversals: readonly Reversal[];
  readonly hasOpenDispute: boolean;
}

export interface CheckoutOrder {
  readonly customerId: string;
  readonly organizationId: string;
  readonly offer: Offer;
  readonly quantity: number;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** Key of the request: a repetition returns the same page. */
  readonly requestKey: string;
}

export interface PlanChange {
  readonly subscriptionId: string;
  /** The new plan; null to end the subscription with its paid time. */
  readonly offer: PlanOffer | null;
  /** An upgrade is paid and effective at once; any other change waits for the end of the paid time. */
  readonly isUpgrade: boolean;
}

export type PlanChangeResult =
  | { readonly state: "changed" | "scheduled" }
  /** The customer has to confirm the payment on a page. */
  | { readonly state: "payment_required"; readonly url: string };

/** Reason to read a customer again. Nothing else of an event is used. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  /** Id of a customer (`cus_…`) or of a charge (`ch_…`). */
  readonly subject: string;
}

/** Finds the offer with this price; null for a price that the engine does not sell. */
export function findOffer<Kind extends Offer["kind"]>(
  offers: readonly Offer[],
  { kind, priceId }: { readonly kind: Kind; readonly priceId: string },
): (Kind extends "plan" ? PlanOffer : PackOffer) | null {
  const found = offers.find((offer) => offer.kind === kind && offer.priceId === priceId);
  return (found ?? null) as (Kind extends "plan" ? PlanOffer : PackOffer) | null;
}
