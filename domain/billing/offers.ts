import { type PlanSlug, plans, planSlugs } from "./plans.ts";

/** Something that organizations can buy: a plan by the month or the year, or a pack of credits. */
export type Offer = PlanOffer | PackOffer;

export const planIntervals = ["month", "year"] as const;
export type PlanInterval = (typeof planIntervals)[number];

export interface PlanOffer {
  readonly kind: "plan";
  readonly plan: PlanSlug;
  /** Time for which one payment pays. */
  readonly interval: PlanInterval;
  /** Credits of each paid month. */
  readonly credits: number;
  /** Id of the price at Stripe. */
  readonly priceId: string;
}

export interface PackOffer {
  readonly kind: "credits";
  readonly credits: number;
  readonly priceId: string;
}

/** True when a change begins, and is charged, at once: to a larger plan, or from months to years of the same plan. */
export function isUpgrade(from: PlanOffer, to: PlanOffer): boolean {
  const [former, next] = [plans[from.plan].weight, plans[to.plan].weight];
  return next > former || (next === former && from.interval === "month" && to.interval === "year");
}

const creditsMax = 1_000_000;
const pairPattern =
  /^(?:credits(?<pack>\d{1,7})|(?<plan>[a-z]+)(?<yearly>-yearly)?(?::(?<monthly>\d{1,7}))?)=(?<price>price_\w{1,100})$/;

/**
 * Parses offers such as `pro=price_1,pro-yearly=price_2,team:2000=price_3,credits100=price_4`. A number after a plan is its
 * credits for each month, required for a plan without published credits. Throws an `Error` that names the wrong entry.
 */
export function parseOffers(list: string): readonly Offer[] {
  const offers = list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(toOffer);
  for (const [index, offer] of offers.entries()) {
    const isTwice = offers.some((other, at) => at < index && isSameOffer(other, offer));
    if (isTwice) throw new Error(`${offer.priceId}: the offer or its price appears twice`);
  }
  return offers;
}

function toOffer(entry: string): Offer {
  const groups = pairPattern.exec(entry)?.groups ?? {};
  const { pack, plan: name, yearly, monthly, price: priceId } = groups;
  if (priceId === undefined) {
    throw new Error(
      `"${entry}": expected plan=price_…, plan-yearly=price_…, plan:credits=price_… or credits100=price_…`,
    );
  }
  if (pack !== undefined) return { kind: "credits", credits: toCredits(pack, entry), priceId };
  const plan = planSlugs.find((slug) => slug === name);
  if (plan === undefined || plan === "free") throw new Error(`"${entry}": no plan that is sold`);
  const published = plans[plan].creditsPerMonth;
  if (monthly === undefined && published === null) {
    throw new Error(
      `"${entry}": needs credits for each month, such as ${plan}${yearly ?? ""}:2000=price_…`,
    );
  }
  const credits = monthly === undefined ? (published ?? 0) : toCredits(monthly, entry);
  const interval = yearly === undefined ? "month" : "year";
  return { kind: "plan", plan, interval, credits, priceId };
}

function toCredits(digits: string, entry: string): number {
  const credits = Number(digits);
  if (credits < 1 || credits > creditsMax) {
    throw new Error(`"${entry}": credits must be from 1 to ${creditsMax}`);
  }
  return credits;
}

function isSameOffer(left: Offer, right: Offer): boolean {
  if (left.priceId === right.priceId) return true;
  if (left.kind === "plan") {
    return right.kind === "plan" && left.plan === right.plan && left.interval === right.interval;
  }
  return right.kind === "credits" && left.credits === right.credits;
}
