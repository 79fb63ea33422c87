import type { Offer } from "./offers.ts";
import { findOffer, type Purchase } from "./payments.ts";

/** Credits that a purchase gives at once. */
export interface PurchasedGrant {
  /** Key of the credits in the ledger: the source of the purchase, and the number of the month of a paid year. */
  readonly source: string;
  readonly purchase: Purchase;
  /** Zero for a price that is not sold. */
  readonly credits: number;
  /** Share of the purchase's amount. */
  readonly amount: number;
  readonly expiresAt: Date | null;
}

const monthsOfYear = 12;
/** A paid year is looked at once a day, so its next month's credits arrive before the former ones expire. */
const leadMs = 2 * 86_400_000;

/**
 * Lists everything that purchases have given until now. A paid year gives the credits of each month when the month begins, so that
 * a refund can take back what has not been given.
 */
export function listGrants(
  purchases: readonly Purchase[],
  { offers, now }: { readonly offers: readonly Offer[]; readonly now: Date },
): PurchasedGrant[] {
  return purchases.flatMap((purchase) => {
    const { source, period, amount, quantity } = purchase;
    const offer = findOffer(offers, purchase);
    const credits = (offer?.credits ?? 0) * quantity;
    const isYear = offer?.kind === "plan" && offer.interval === "year";
    return isYear && period !== null
      ? monthsOf(purchase, { credits, period, now })
      : [{ source, purchase, credits, amount, expiresAt: period?.end ?? null }];
  });
}

function monthsOf(
  purchase: Purchase,
  {
    credits,
    period: { start, end },
    now,
  }: {
    readonly credits: number;
    readonly period: NonNullable<Purchase["period"]>;
    readonly now: Date;
  },
): PurchasedGrant[] {
  const { source, amount } = purchase;
  const begun = Array.from({ length: monthsOfYear }, (_, index) => index).filter((index) => {
    const from = addMonths(start, index).getTime();
    return from < end.getTime() && (index === 0 || from - leadMs <= now.getTime());
  });
  return begun.map((index) => ({
    source: `${source}/${index + 1}`,
    purchase,
    credits,
    amount: shareOf(amount, index + 1) - shareOf(amount, index),
    expiresAt: index + 1 === monthsOfYear ? end : addMonths(start, index + 1),
  }));
}

function shareOf(amount: number, months: number): number {
  return Math.floor((amount * months) / monthsOfYear);
}

/** The same day of a later month, or its last day, as Stripe renews subscriptions. */
function addMonths(date: Date, months: number): Date {
  const result = new Date(date);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(
    Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0),
  ).getUTCDate();
  result.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return result;
}
