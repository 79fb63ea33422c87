import type Stripe from "stripe";
import { z } from "zod";

import type { PaymentEvent } from "#domain/billing/payments.ts";
import { AppError } from "#domain/errors.ts";

/** Age of a signature above which an event is refused: a copy must not be sent again later. */
const toleranceSeconds = 300;

/** Types that can change a plan or credits: https://docs.stripe.com/api/events/types */
const types = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "invoice.paid",
  "invoice.payment_failed",
  "charge.refunded",
] as const;
const typePrefixes = ["customer.subscription.", "charge.dispute."] as const;

/** Only the names in an event are read; amounts come from Stripe's API. */
const objectSchema = z.object({
  customer: z.string().max(255).nullish(),
  charge: z.string().max(255).nullish(),
});

/** Throws `callback_signature_invalid`. Returns null for an event of another type or mode. */
export function readEvent(
  stripe: Stripe,
  { bytes, signature }: { readonly bytes: Buffer; readonly signature: string | undefined },
  { secrets, livemode }: { readonly secrets: readonly string[]; readonly livemode: boolean },
): PaymentEvent | null {
  const event = verify(stripe, { bytes, signature }, secrets);
  const { id, type } = event;
  const concerns =
    types.some((known) => known === type) || typePrefixes.some((prefix) => type.startsWith(prefix));
  if (!concerns || event.livemode !== livemode) return null;
  const { data: named } = objectSchema.safeParse(event.data.object);
  const subject = named?.customer ?? named?.charge ?? null;
  return subject === null ? null : { id, type, subject };
}

function verify(
  stripe: Stripe,
  { bytes, signature }: { readonly bytes: Buffer; readonly signature: string | undefined },
  secrets: readonly string[],
): Stripe.Event {
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(bytes, signature ?? "", secret, toleranceSeconds);
    } catch (error) {
      const isRefused = error instanceof Error && "type" in error;
      if (!isRefused || error.type !== "StripeSignatureVerificationError") throw error;
    }
  }
  throw new AppError("callback_signature_invalid");
}
