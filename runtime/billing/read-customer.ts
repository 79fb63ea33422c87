import type Stripe from "stripe";

import type {
  CustomerState,
  PaidSubscription,
  Purchase,
  Reversal,
} from "#domain/billing/payments.ts";

import { idOf, toDate, toSeconds } from "./stripe-client.ts";

const pageSize = 100;
/** Objects of one kind that are read of one customer; more is an error instead of a silent omission. */
const objectsMax = 5_000;
const openDisputes: readonly string[] = ["needs_response", "under_review"];

/** Reads everything about a customer that has an effect on the organization's plan and credits. */
export async function readCustomer(
  stripe: Stripe,
  customer: string,
  since: Date,
): Promise<CustomerState> {
  const created = { gte: toSeconds(since) };
  const subscriptions = await listAll(
    stripe.subscriptions.list({ customer, status: "all", limit: pageSize }),
  );
  const invoices = await listAll(
    stripe.invoices.list({
      customer,
      status: "paid",
      created,
      limit: pageSize,
      expand: ["data.payments"],
    }),
  );
  const sessions = await listAll(
    stripe.checkout.sessions.list({
      customer,
      status: "complete",
      created,
      limit: pageSize,
      expand: ["data.line_items"],
    }),
  );
  const charges = await listAll(stripe.charges.list({ customer, created, limit: pageSize }));
  const disputes = await listDisputes(stripe, charges);
  return {
    subscriptions: subscriptions.flatMap(toSubscription),
    purchases: [
      ...(await Promise.all(invoices.map(async (invoice) => fromInvoice(stripe, invoice)))).flat(),
      ...sessions.flatMap(fromSession),
    ],
    reversals: charges.flatMap((charge) => toReversal(charge, disputes)),
    hasOpenDispute: disputes.some(({ status }) => openDisputes.includes(status)),
  };
}

async function listAll<T>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  const found = await list.autoPagingToArray({ limit: objectsMax });
  if (found.length === objectsMax) throw new Error(`more than ${objectsMax} objects of a customer`);
  return found;
}

function toSubscription(subscription: Stripe.Subscription): PaidSubscription[] {
  const [item] = subscription.items.data;
  if (item === undefined) return [];
  return [
    {
      id: subscription.id,
      priceId: item.price.id,
      status: subscription.status,
      periodEnd: toDate(item.current_period_end),
      cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    },
  ];
}

/** Lines of a subscription's full month or year. Prorations, trials and lines that an operator has added give no credits. */
async function fromInvoice(stripe: Stripe, invoice: Stripe.Invoice): Promise<Purchase[]> {
  const lines = invoice.lines.has_more
    ? await listAll(stripe.invoices.listLineItems(invoice.id, { limit: pageSize }))
    : invoice.lines.data;
  const paymentIntent =
    invoice.payments?.data
      .filter(({ status }) => status === "paid")
      .map(({ payment }) => idOf(payment.payment_intent))
      .find((id) => id !== null) ?? null;
  return lines.flatMap((line) => {
    const priceId = idOf(line.pricing?.price_details?.price);
    const item = line.parent?.subscription_item_details ?? null;
    if (priceId === null || item === null || item.proration || line.amount <= 0) return [];
    return [
      {
        source: `${invoice.id}/${line.id}`,
        paymentIntent,
        kind: "plan",
        priceId,
        quantity: line.quantity ?? 0,
        amount: line.amount,
        currency: line.currency,
        period: { start: toDate(line.period.start), end: toDate(line.period.end) },
      },
    ];
  });
}

function fromSession(session: Stripe.Checkout.Session): Purchase[] {
  const paymentIntent = idOf(session.payment_intent);
  if (session.mode !== "payment" || session.payment_status !== "paid" || paymentIntent === null) {
    return [];
  }
  const [line] = session.line_items?.data ?? [];
  if (line === undefined) return [];
  return [
    {
      source: paymentIntent,
      paymentIntent,
      kind: "credits",
      priceId: line.price?.id ?? "",
      quantity: line.quantity ?? 0,
      amount: line.amount_total,
      currency: line.currency,
      period: null,
    },
  ];
}

async function listDisputes(
  stripe: Stripe,
  charges: readonly Stripe.Charge[],
): Promise<Stripe.Dispute[]> {
  const disputed = charges.filter((charge) => charge.disputed);
  const lists = await Promise.all(
    disputed.map(async ({ id }) => listAll(stripe.disputes.list({ charge: id, limit: pageSize }))),
  );
  return lists.flat();
}

function toReversal(charge: Stripe.Charge, disputes: readonly Stripe.Dispute[]): Reversal[] {
  const paymentIntent = idOf(charge.payment_intent);
  const lost = disputes
    .filter((dispute) => idOf(dispute.charge) === charge.id && dispute.status === "lost")
    .reduce((sum, dispute) => sum + dispute.amount, 0);
  const reversed = Math.min(charge.amount, charge.amount_refunded + lost);
  if (paymentIntent === null || reversed === 0) return [];
  return [{ paymentIntent, paid: charge.amount, reversed }];
}
