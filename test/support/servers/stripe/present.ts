import type { Charge, Invoice, Price, Session, StripeBooks, Subscription } from "./books.ts";

/** JSON of Stripe's objects: the fields that the engine reads, where API version 2026-10-28.endive has them. */
export function presentPrice({ id, amount, currency = "eur", interval, active = true }: Price) {
  return {
    id,
    object: "price",
    active,
    currency,
    unit_amount: amount,
    recurring: interval === undefined ? null : { interval, interval_count: 1 },
  };
}

export function presentSession(books: StripeBooks, session: Session, url: string) {
  const { id, customer, mode, price, quantity, metadata, created, status } = session;
  return {
    id,
    object: "checkout.session",
    customer,
    mode,
    metadata,
    created,
    status,
    payment_status: session.paymentStatus,
    payment_intent: session.paymentIntent,
    url: status === "open" ? `${url}/pay/${id}` : null,
    line_items: listOf([
      {
        id: `li_${id}`,
        object: "item",
        price: presentPrice(books.prices.get(price) ?? { id: price, amount: 0 }),
        quantity,
        amount_total: books.amountOf(price) * quantity,
        currency: "eur",
      },
    ]),
  };
}

export function presentSubscription(books: StripeBooks, subscription: Subscription) {
  const { id, customer, price, status, start, end, schedule, pendingPrice } = subscription;
  const invoices = [...books.invoices.values()].filter(({ subscription: of }) => of === id);
  const latest = invoices.at(-1);
  return {
    id,
    object: "subscription",
    customer,
    status,
    schedule,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    cancel_at: null,
    pending_update: pendingPrice === null ? null : { expires_at: end },
    latest_invoice:
      latest === undefined
        ? null
        : { id: latest.id, object: "invoice", hosted_invoice_url: `https://pay.test/${latest.id}` },
    items: listOf([
      {
        id: `si_${id}`,
        object: "subscription_item",
        price: presentPrice(books.prices.get(price) ?? { id: price, amount: 0 }),
        quantity: 1,
        current_period_start: start,
        current_period_end: end,
      },
    ]),
  };
}

export function presentInvoice(books: StripeBooks, invoice: Invoice) {
  const { id, customer, subscription, price, start, end, status, paymentIntent, created } = invoice;
  return {
    id,
    object: "invoice",
    customer,
    status,
    created,
    lines: listOf([
      {
        id: `il_${id}`,
        object: "line_item",
        amount: books.amountOf(price),
        currency: "eur",
        quantity: 1,
        period: { start, end },
        pricing: { type: "price_details", price_details: { price, product: "prod_1" } },
        parent: {
          type: "subscription_item_details",
          subscription_item_details: { proration: false, subscription, invoice_item: null },
        },
      },
    ]),
    payments: listOf(
      paymentIntent === null
        ? []
        : [
            {
              id: `inpay_${id}`,
              object: "invoice_payment",
              status: "paid",
              payment: { type: "payment_intent", payment_intent: paymentIntent },
            },
          ],
    ),
  };
}

export function presentCharge({ id, customer, paymentIntent, amount, ...charge }: Charge) {
  return {
    id,
    object: "charge",
    customer,
    payment_intent: paymentIntent,
    amount,
    amount_refunded: charge.refunded,
    disputed: charge.dispute !== null,
    created: charge.created,
  };
}

export function presentDisputes({ id, amount, dispute }: Charge) {
  return dispute === null
    ? []
    : [{ id: dispute.id, object: "dispute", charge: id, amount, status: dispute.status }];
}

export function listOf(data: readonly unknown[]) {
  return { object: "list", has_more: false, data };
}
