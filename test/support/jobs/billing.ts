import { Stripe } from "stripe";

import { ensureCustomer } from "#db/billing/payments/customers.ts";
import type { MikroORM } from "#db/orm.ts";
import { type Offer, parseOffers } from "#domain/billing/offers.ts";
import type { Payments } from "#domain/billing/payments.ts";
import { createPayments } from "#runtime/billing/create-payments.ts";
import { useResource } from "#test/support/fixtures.ts";
import { type TestStripe, startStripe } from "#test/support/servers/stripe/stripe.ts";

const testPrices = [
  { id: "price_pro", amount: 2_000, interval: "month" },
  { id: "price_team", amount: 9_000, interval: "month" },
  { id: "price_pack", amount: 500 },
  { id: "price_year", amount: 20_000, interval: "year" },
] as const;
export const testOffers: readonly Offer[] = parseOffers(
  "pro=price_pro,team:2000=price_team,credits100=price_pack,pro-yearly=price_year",
);
export const webhookSecret = "whsec_of_tests";

export async function startTestStripe(): Promise<TestStripe> {
  return startStripe(testPrices);
}

/** Payments by a simulated Stripe, for the tests of a file. */
export function useTestPayments(): { readonly stripe: TestStripe; readonly payments: Payments } {
  const stripe = useResource(startTestStripe);
  const payments = useResource(
    async () => testPayments(stripe),
    async () => undefined,
  );
  return { stripe, payments };
}

export async function testPayments(
  { url: apiUrl }: Pick<TestStripe, "url">,
  { offers = testOffers, secretKey = "sk_test_1" } = {},
): Promise<Payments> {
  const webhookSecrets = ["whsec_former", webhookSecret];
  return createPayments({ secretKey, webhookSecrets, apiUrl, taxes: "0", retriesMax: 0 }, offers);
}

/** Signs an event as Stripe does, with its own library. */
export function signEvent(
  payload: string,
  { secret = webhookSecret, secondsAgo = 0 }: { secret?: string; secondsAgo?: number } = {},
): string {
  const timestamp = Math.floor(Date.now() / 1_000) - secondsAgo;
  return new Stripe("sk_test_1").webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

/** Opens a checkout of an organization and returns the id of its session at Stripe. */
export async function openTestCheckout(
  orm: MikroORM,
  payments: Payments,
  {
    organizationId,
    priceId,
    quantity = 1,
    requestKey,
  }: {
    readonly organizationId: string;
    readonly priceId: string;
    readonly quantity?: number;
    readonly requestKey: string;
  },
): Promise<string> {
  const offer = payments.offers.find((candidate) => candidate.priceId === priceId);
  if (offer === undefined) throw new Error(`no offer with ${priceId}`);
  const url = await payments.startCheckout({
    customerId: await ensureCustomer(orm.em.fork(), payments, organizationId),
    organizationId,
    offer,
    quantity,
    successUrl: "http://engine.test/credits?checkout=paid",
    cancelUrl: "http://engine.test/credits?checkout=canceled",
    requestKey,
  });
  return url.split("/").at(-1) ?? "";
}
