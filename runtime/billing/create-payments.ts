import type Stripe from "stripe";

import type { Offer } from "#domain/billing/offers.ts";
import { type OfferPrice, type Payments, PriceError } from "#domain/billing/payments.ts";

import { readCustomer } from "./read-customer.ts";
import { readEvent } from "./read-event.ts";
import { changePlan, openPortal, startCheckout } from "./sell.ts";
import { askStripe, createStripeClient, idOf, type StripeSettings } from "./stripe-client.ts";

/** Creates the client of Stripe for these offers. Sends no request yet. */
export async function createPayments(
  settings: StripeSettings,
  offers: readonly Offer[],
): Promise<Payments> {
  const stripe = await createStripeClient(settings);
  const { taxes, webhookSecrets: secrets } = settings;
  const livemode = /^[rs]k_live_/.test(settings.secretKey);
  let prices: Promise<ReadonlyMap<string, OfferPrice>> | null = null;
  return {
    livemode,
    offers,
    readPrices: async () => {
      prices ??= askStripe(async () => readPrices(stripe, offers)).catch((error: unknown) => {
        prices = null;
        throw error;
      });
      return prices;
    },
    createCustomer: async (organizationId) =>
      askStripe(async () => {
        const { id } = await stripe.customers.create(
          { metadata: { organization_id: organizationId } },
          { idempotencyKey: `gme/customer/${organizationId}` },
        );
        return id;
      }),
    readCustomer: async (customerId, since) =>
      askStripe(async () => readCustomer(stripe, customerId, since)),
    findCustomerOfCharge: async (chargeId) =>
      askStripe(async () => idOf((await stripe.charges.retrieve(chargeId)).customer)),
    startCheckout: async (order) => askStripe(async () => startCheckout(stripe, order, taxes)),
    changePlan: async (change) => askStripe(async () => changePlan(stripe, change)),
    openPortal: async (order) => askStripe(async () => openPortal(stripe, order)),
    endSubscription: async (subscriptionId) =>
      askStripe(async () => {
        await stripe.subscriptions.cancel(subscriptionId);
      }),
    readEvent: (bytes, signature) => readEvent(stripe, { bytes, signature }, { secrets, livemode }),
  };
}

async function readPrices(
  stripe: Stripe,
  offers: readonly Offer[],
): Promise<ReadonlyMap<string, OfferPrice>> {
  const prices = await Promise.all(
    offers.map(async (offer) => [offer.priceId, await readPrice(stripe, offer)] as const),
  );
  const currencies = new Set(prices.map(([, { currency }]) => currency));
  if (currencies.size > 1) {
    throw new PriceError(
      `STRIPE_PRICES: the prices have several currencies: ${[...currencies].join(", ")}`,
    );
  }
  return new Map(prices);
}

async function readPrice(stripe: Stripe, offer: Offer): Promise<OfferPrice> {
  const { priceId } = offer;
  const price = await findPrice(stripe, priceId);
  const { recurring, unit_amount: amount, currency } = price;
  const interval = recurring?.interval_count === 1 ? recurring.interval : null;
  if (!price.active) throw new PriceError(`STRIPE_PRICES: the price ${priceId} is archived`);
  if (amount === null || amount <= 0)
    throw new PriceError(`STRIPE_PRICES: the price ${priceId} has no fixed amount`);
  if (offer.kind === "plan" && interval !== offer.interval) {
    throw new PriceError(
      `STRIPE_PRICES: the price ${priceId} is not paid by the ${offer.interval}`,
    );
  }
  if (offer.kind === "credits" && recurring !== null) {
    throw new PriceError(`STRIPE_PRICES: the price ${priceId} of a pack recurs`);
  }
  return { amount, currency };
}

async function findPrice(stripe: Stripe, priceId: string): Promise<Stripe.Price> {
  try {
    return await stripe.prices.retrieve(priceId);
  } catch (error) {
    const isMissing =
      error instanceof Error && "code" in error && error.code === "resource_missing";
    if (isMissing) throw new PriceError(`STRIPE_PRICES: the price ${priceId} does not exist`);
    throw error;
  }
}
