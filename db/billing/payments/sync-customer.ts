import { LockMode } from "@mikro-orm/core";

import { Organization } from "#db/entities/account.ts";
import { BillingCustomer, BillingSubscription } from "#db/entities/billing.ts";
import { lockOrganization } from "#db/organizations/lock-organization.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import { type CustomerState, liveStatuses, type Payments } from "#domain/billing/payments.ts";
import { listGrants } from "#domain/billing/purchased-grants.ts";

import { applyTerms } from "./apply-terms.ts";
import { grantPurchases } from "./grant-purchases.ts";
import { listProblems } from "./list-problems.ts";
import { takeBackReversed } from "./take-back-reversed.ts";

const dayMs = 86_400_000;
/** Longer than a paid year, whose last month's credits come from its first day's invoice, and than banks accept disputes. */
const readDays = 400;
/** Other synchronizations of the same customer that may come between reading and writing. */
const attemptsMax = 5;

export interface SyncDependencies {
  readonly payments: Payments;
  readonly vault: Vault;
  readonly now: Date;
}

/**
 * Reads a customer at Stripe and makes plan, payment status and credits of its organization equal to it. The order and the
 * number of calls do not matter: each purchase has one entry in the ledger. What was read while another call has written
 * is read again, so an older state never replaces a newer one. Does nothing for an unknown customer.
 */
export async function syncCustomer(
  em: EntityManager,
  stripeCustomerId: string,
  dependencies: SyncDependencies,
): Promise<void> {
  const { payments, now } = dependencies;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const before = await em.fork().findOne(BillingCustomer, { stripeCustomerId });
    if (before === null || before.livemode !== payments.livemode) return;
    await endClosed(em, before.organizationId, payments);
    const since = new Date(now.getTime() - readDays * dayMs);
    const state = await payments.readCustomer(stripeCustomerId, since);
    const isApplied = await em
      .fork()
      .transactional(async (tx) => applyState(tx, before, { state, ...dependencies }));
    if (isApplied) return;
  }
  throw new Error(`the customer ${stripeCustomerId} changed during ${attemptsMax} reads`);
}

/** A closed organization must not be charged. Stripe keeps its invoices, as tax law demands. */
async function endClosed(
  em: EntityManager,
  organizationId: string,
  payments: Payments,
): Promise<void> {
  const isClosed = await em.fork().count(Organization, { id: organizationId, status: "closed" });
  if (isClosed === 0) return;
  const open = await em
    .fork()
    .find(BillingSubscription, { organizationId, status: { $in: [...liveStatuses] } });
  for (const { id } of open) await payments.endSubscription(id);
}

/** Returns false, and changes nothing, when another call has written since `before` was read. */
async function applyState(
  em: EntityManager,
  { organizationId, version }: BillingCustomer,
  given: SyncDependencies & { readonly state: CustomerState },
): Promise<boolean> {
  const { state, payments, now } = given;
  const customer = await em.findOneOrFail(BillingCustomer, organizationId, {
    lockMode: LockMode.PESSIMISTIC_WRITE,
    refresh: true,
  });
  if (customer.version !== version) return false;
  // Before the balance, as all other code does that locks both.
  await lockOrganization(em, organizationId);
  for (const subscription of state.subscriptions) {
    await em.upsert(BillingSubscription, { ...subscription, organizationId, syncedAt: now });
  }
  const grants = listGrants(state.purchases, { offers: payments.offers, now });
  await grantPurchases(em, { organizationId, grants });
  await takeBackReversed(em, { organizationId, state });
  await applyTerms(em, customer, given);
  customer.problems = await listProblems(em, {
    organizationId,
    state,
    grants,
    offers: payments.offers,
    now,
  });
  customer.version = version + 1;
  customer.syncedAt = now;
  await em.flush();
  return true;
}
