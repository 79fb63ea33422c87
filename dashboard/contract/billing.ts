import { queryOptions } from "@tanstack/react-query";

import { callApp, getJson } from "./get-json.ts";
import { findSignInMethods } from "./sign-in-methods.ts";
import type { WriteContext } from "./use-write.ts";

export interface OfferPrice {
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
}

/** Time for which one payment of a plan pays. */
export type PlanInterval = "month" | "year";

/** Response of `GET /app/billing`. */
export interface Billing {
  readonly subscription: {
    readonly plan: string | null;
    readonly interval: PlanInterval | null;
    readonly status: "trialing" | "active" | "past_due" | "unpaid";
    readonly periodEnd: string;
    readonly cancelAtPeriodEnd: boolean;
  } | null;
  readonly isCustomer: boolean;
  readonly paymentStatus: "current" | "overdue";
  readonly plans: readonly PlanOffer[];
  readonly packs: readonly { readonly credits: number; readonly price: OfferPrice }[];
}

export interface PlanOffer {
  readonly plan: string;
  readonly interval: PlanInterval;
  readonly creditsPerMonth: number;
  readonly price: OfferPrice;
  /** True when a change of the subscription to it begins, and is charged, at once. */
  readonly isUpgrade: boolean;
}

/** Null on a server that sells nothing, which has no endpoints of billing. */
export const readBilling = queryOptions({
  queryKey: ["getBilling"] as const,
  queryFn: async ({ signal }) =>
    (await findSignInMethods())?.sells === true ? getJson<Billing>("/app/billing", signal) : null,
});

/** A plan that is paid by the month or the year. */
export type PlanChoice = Pick<PlanOffer, "plan" | "interval">;

export type Order = PlanChoice | { readonly credits: number };

/** Returns the page of the payment. */
export async function startCheckout(
  body: Order,
  { idempotencyKey }: WriteContext,
): Promise<string> {
  const { value } = await callApp<{ readonly url: string }>("/app/billing/checkout", {
    method: "POST",
    body,
    idempotencyKey,
  });
  return value.url;
}

export interface PlanChange {
  readonly state: "changed" | "scheduled" | "payment_required";
  readonly url: string | null;
}

export async function changePlan({ plan, interval }: PlanChoice): Promise<PlanChange> {
  return (
    await callApp<PlanChange>("/app/billing/plan", {
      method: "POST",
      body: { plan, interval },
      isRepeatable: true,
    })
  ).value;
}

export async function openPortal(): Promise<string> {
  const request = { method: "POST", isRepeatable: true } as const;
  return (await callApp<{ readonly url: string }>("/app/billing/portal", request)).value.url;
}
