import type Stripe from "stripe";

import type { PlanOffer } from "#domain/billing/offers.ts";
import type { CheckoutOrder, PlanChange, PlanChangeResult } from "#domain/billing/payments.ts";

import type { StripeSettings } from "./stripe-client.ts";

const portalMark = "gme_portal";
const portalVersion = "1";

/** Opens a checkout. The price and the organization come from the engine, never from the browser. */
export async function startCheckout(
  stripe: Stripe,
  order: CheckoutOrder,
  taxes: StripeSettings["taxes"],
): Promise<string> {
  const { customerId, organizationId, offer, quantity, requestKey } = order;
  const isPlan = offer.kind === "plan";
  if (isPlan) await expireOtherCheckouts(stripe, customerId, requestKey);
  const metadata = { organization_id: organizationId, request: requestKey };
  const { url } = await stripe.checkout.sessions.create(
    {
      customer: customerId,
      client_reference_id: organizationId,
      mode: isPlan ? "subscription" : "payment",
      line_items: [{ price: offer.priceId, quantity }],
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      metadata,
      ...(isPlan
        ? { subscription_data: { metadata } }
        : {
            payment_intent_data: { metadata },
            ...(taxes === "managed" ? {} : { invoice_creation: { enabled: true } }),
          }),
      ...toTaxes(taxes),
    },
    { idempotencyKey: `gme/checkout/${organizationId}/${requestKey}` },
  );
  if (url === null) throw new Error("expected the URL of a checkout");
  return url;
}

function toTaxes(
  taxes: StripeSettings["taxes"],
): Pick<
  Stripe.Checkout.SessionCreateParams,
  | "automatic_tax"
  | "tax_id_collection"
  | "billing_address_collection"
  | "customer_update"
  | "managed_payments"
> {
  if (taxes === "0") return {};
  if (taxes === "managed") return { managed_payments: { enabled: true } };
  return {
    automatic_tax: { enabled: true },
    tax_id_collection: { enabled: true },
    billing_address_collection: "required",
    customer_update: { address: "auto", name: "auto" },
  };
}

/** Two open checkouts would become two subscriptions. The page of a repeated request stays open. */
async function expireOtherCheckouts(
  stripe: Stripe,
  customer: string,
  requestKey: string,
): Promise<void> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
  for (const { id, mode, metadata } of data) {
    if (mode === "subscription" && metadata?.["request"] !== requestKey) {
      await stripe.checkout.sessions.expire(id);
    }
  }
}

/** Changes a running subscription. A repetition after the change has no further effect. */
export async function changePlan(stripe: Stripe, change: PlanChange): Promise<PlanChangeResult> {
  const { subscriptionId, offer, isUpgrade } = change;
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error("expected an item of the subscription");
  const isSame = offer !== null && item.price.id === offer.priceId;
  if (subscription.schedule !== null && (offer === null || isUpgrade || isSame)) {
    const { schedule } = subscription;
    await stripe.subscriptionSchedules.release(
      typeof schedule === "string" ? schedule : schedule.id,
    );
  }
  if (offer === null) {
    await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    return { state: "scheduled" };
  }
  if (subscription.cancel_at_period_end) {
    await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false });
  }
  if (isSame) return { state: "changed" };
  if (isUpgrade) return upgrade(stripe, subscription, { item, offer });
  await downgrade(stripe, subscription, { item, offer });
  return { state: "scheduled" };
}

interface ChangedItem {
  readonly item: Stripe.SubscriptionItem;
  readonly offer: PlanOffer;
}

/**
 * Begins a full month or year of the new plan, and changes the plan only when it is paid. Nothing is prorated: the former
 * payment's credits stay usable or still arrive, so crediting its money, too, would give them for nothing.
 */
async function upgrade(
  stripe: Stripe,
  { id }: Stripe.Subscription,
  { item, offer: { priceId } }: ChangedItem,
): Promise<PlanChangeResult> {
  const updated = await stripe.subscriptions.update(
    id,
    {
      items: [{ id: item.id, price: priceId }],
      billing_cycle_anchor: { type: "now" },
      proration_behavior: "none",
      payment_behavior: "pending_if_incomplete",
      expand: ["latest_invoice"],
    },
    { idempotencyKey: `gme/upgrade/${id}/${priceId}/${item.current_period_start}` },
  );
  if (updated.pending_update === null) return { state: "changed" };
  const { latest_invoice: invoice } = updated;
  const url = typeof invoice === "string" ? null : (invoice?.hosted_invoice_url ?? null);
  if (url === null) throw new Error("expected the page of an open invoice");
  return { state: "payment_required", url };
}

/** The new price begins after the paid time. A schedule that exists already is changed. */
async function downgrade(
  stripe: Stripe,
  { id, schedule }: Stripe.Subscription,
  { item, offer: { priceId, interval } }: ChangedItem,
): Promise<void> {
  const found =
    schedule === null
      ? await stripe.subscriptionSchedules.create({ from_subscription: id })
      : typeof schedule === "string"
        ? await stripe.subscriptionSchedules.retrieve(schedule)
        : schedule;
  await stripe.subscriptionSchedules.update(found.id, {
    end_behavior: "release",
    proration_behavior: "none",
    phases: [
      {
        items: [{ price: item.price.id, quantity: 1 }],
        start_date: item.current_period_start,
        end_date: item.current_period_end,
      },
      { items: [{ price: priceId, quantity: 1 }], duration: { interval } },
    ],
  });
}

/** The portal must not change plans: that would bypass the rules above. */
export async function openPortal(
  stripe: Stripe,
  { customerId, returnUrl }: { readonly customerId: string; readonly returnUrl: string },
): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const existing = data.find(({ metadata }) => metadata?.[portalMark] === portalVersion);
  const configuration =
    existing ??
    (await stripe.billingPortal.configurations.create(
      {
        features: {
          customer_update: { enabled: true, allowed_updates: ["address", "email", "tax_id"] },
          invoice_history: { enabled: true },
          payment_method_update: { enabled: true },
          subscription_cancel: { enabled: true, mode: "at_period_end" },
          subscription_update: { enabled: false },
        },
        metadata: { [portalMark]: portalVersion },
      },
      { idempotencyKey: `gme/portal/${portalVersion}` },
    ));
  const { url } = await stripe.billingPortal.sessions.create({
    customer: customerId,
    configuration: configuration.id,
    return_url: returnUrl,
  });
  return url;
}
