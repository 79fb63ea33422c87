import { setTimeout as delay } from "node:timers/promises";

import type { Config } from "#config.ts";
import { type Payments, PriceError } from "#domain/billing/payments.ts";
import { AppError } from "#domain/errors.ts";

import { createPayments } from "./create-payments.ts";

/** Creates the client of Stripe that the settings describe; null without `STRIPE_SECRET_KEY`. */
export async function toPayments(
  config: Pick<
    Config,
    | "STRIPE_SECRET_KEY"
    | "STRIPE_WEBHOOK_SECRET"
    | "STRIPE_PRICES"
    | "STRIPE_TAX"
    | "STRIPE_API_URL"
  >,
): Promise<Payments | null> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecrets } = config;
  if (secretKey === undefined) return null;
  const { STRIPE_API_URL: apiUrl, STRIPE_TAX: taxes, STRIPE_PRICES: offers } = config;
  return createPayments({ secretKey, webhookSecrets, apiUrl, taxes }, offers);
}

const startMsMax = 5_000;

/**
 * Reads each price once, so that a wrong id stops the start instead of a customer. Returns false when Stripe is unavailable
 * or silent: jobs must not wait for it. Throws `PriceError` with a sentence for the operator.
 */
export async function checkPayments(
  payments: Payments,
  hasOtherMode: () => Promise<boolean>,
  silenceMsMax = startMsMax,
): Promise<boolean> {
  if (await hasOtherMode()) {
    throw new PriceError(
      `STRIPE_SECRET_KEY: the database has customers of Stripe's ${payments.livemode ? "test" : "live"} mode`,
    );
  }
  try {
    const read = payments.readPrices().then(() => true);
    return await Promise.race([read, delay(silenceMsMax, false, { ref: false })]);
  } catch (error) {
    if (error instanceof AppError && error.code === "billing_unavailable") return false;
    throw error;
  }
}
