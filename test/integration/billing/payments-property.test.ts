import fc from "fast-check";
import { expect, test } from "vitest";

import { recordBillingEvent, syncDueEvents } from "#db/billing/payments/billing-events.ts";
import { reconcileBilling } from "#db/billing/payments/reconcile.ts";
import { syncCustomer } from "#db/billing/payments/sync-customer.ts";
import { findWrongBooks } from "#db/billing/verify-books.ts";
import { Organization } from "#db/entities/account.ts";
import type { Payments } from "#domain/billing/payments.ts";
import { plans } from "#domain/billing/plans.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { testVault } from "#test/support/api.ts";
import type { TestDatabase } from "#test/support/database.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import {
  openTestCheckout,
  signEvent,
  startTestStripe,
  testPayments,
} from "#test/support/jobs/billing.ts";
import type { TestStripe } from "#test/support/servers/stripe/stripe.ts";

/**
 * Customers act in any order, events arrive in any order, twice or never, and processes die anywhere: once reconciliation
 * has run, the credits granted are those that were paid, and before it never more.
 */

/** `BILLING_SEQUENCES=10000` runs more. */
const sequences = Number(process.env["BILLING_SEQUENCES"] ?? 25);
/** Sequences that run at once, each in its own database, because one waits for PostgreSQL half of its time. */
const lanes = Math.min(4, Math.ceil(sequences / 100));
const databases = Array.from({ length: lanes }, () => useDatabase());
const monthsMax = 12;

const small = fc.nat({ max: 7 });
const step = fc.oneof(
  fc.record({ kind: fc.constant("buy"), which: fc.nat({ max: 2 }), isTransfer: fc.boolean() }),
  fc.record({ kind: fc.constant("subscribe"), which: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant("month"), which: small }),
  fc.record({ kind: fc.constantFrom("settle", "refund", "dispute", "win", "lose"), which: small }),
  fc.record({
    kind: fc.constantFrom("renew", "fail", "give-up", "pay-open", "cancel", "upgrade"),
    which: fc.nat({ max: 1 }),
  }),
  fc.record({ kind: fc.constant("deliver"), which: fc.nat({ max: 40 }) }),
  fc.record({ kind: fc.constant("deliver"), which: fc.nat({ max: 40 }) }),
  fc.record({ kind: fc.constantFrom("sync", "sync-twice", "sync-unmarked"), which: small }),
  fc.record({ kind: fc.constant("crash"), which: fc.nat({ max: 8 }) }),
  fc.record({ kind: fc.constantFrom("spend", "down"), which: small }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

test(
  "credits equal payments after lost, repeated and shuffled events, outages and crashes",
  { timeout: 60_000 + sequences * 5_000 },
  async () => {
    const numRuns = Math.ceil(sequences / lanes);
    await Promise.all(databases.map(async (database) => fc.assert(holdsIn(database), { numRuns })));
  },
);

function holdsIn(database: TestDatabase) {
  return fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
    const stripe = await startTestStripe();
    try {
      const world = await createWorld(database, stripe);
      for (const one of steps) {
        await perform(world, one);
        await expectNoGift(world);
      }
      stripe.books.isDown = false;
      await reconcileAll(world);
      await expectEqual(world);
      await reconcileAll(world);
      await expectEqual(world);
    } finally {
      await stripe.close();
    }
  });
}

/** One organization and one Stripe, whose memory and clock begin again with each sequence. */
interface World {
  readonly database: TestDatabase;
  readonly organizationId: string;
  readonly stripe: TestStripe;
  readonly payments: Payments;
  readonly sessions: string[];
  /** Months by which the clock has moved: payments are read for 400 days. */
  months: number;
}

async function createWorld(database: TestDatabase, stripe: TestStripe): Promise<World> {
  const em = database.orm.em.fork();
  // Another Stripe begins with the same ids.
  await em.execute(
    `with customers as (delete from billing_customers), purchases as (delete from billing_purchases),
       subscriptions as (delete from billing_subscriptions), events as (delete from billing_events)
     delete from outbox`,
  );
  const { organizationId } = await createOrganization(database.orm, { credits: 0 });
  // Free, without an agreed number of credits, so that only payments give credits.
  await em.nativeUpdate(Organization, organizationId, { plan: "free", creditsPerMonth: null });
  const payments = await testPayments(stripe);
  return { database, organizationId, stripe, payments, sessions: [], months: 0 };
}

async function perform(world: World, { kind, which, ...rest }: Step): Promise<void> {
  const { organizationId, payments, sessions, stripe } = world;
  const { books } = stripe;
  const charges = [...books.charges.values()];
  const charge = charges[which % Math.max(1, charges.length)];
  const subscriptions = [...books.subscriptions.values()];
  const subscription = subscriptions[which % Math.max(1, subscriptions.length)];
  const [customer] = books.customers.keys();
  switch (kind) {
    case "buy":
    case "subscribe": {
      if (books.isDown) return;
      const isPlan = kind === "subscribe";
      const session = await openTestCheckout(world.database.orm, payments, {
        organizationId,
        priceId: isPlan ? (["price_pro", "price_team", "price_year"][which] ?? "") : "price_pack",
        quantity: isPlan ? 1 : which + 1,
        requestKey: `request-${sessions.length}`,
      });
      sessions.push(session);
      books.pay(session, { isTransfer: "isTransfer" in rest && rest.isTransfer });
      return;
    }
    case "settle":
      books.settle(sessions[which % Math.max(1, sessions.length)] ?? "");
      return;
    case "refund":
      if (charge !== undefined) books.refund(charge, Math.ceil(charge.amount / (which + 1)));
      return;
    case "dispute":
      if (charge !== undefined) books.dispute(charge);
      return;
    case "win":
    case "lose":
      if (charge !== undefined) books.closeDispute(charge, kind === "win" ? "won" : "lost");
      return;
    case "renew":
    case "fail":
      if (subscription === undefined || isYearly(subscription) || world.months === monthsMax)
        return;
      world.months += 1;
      books.renew(subscription, { fails: kind === "fail" });
      return;
    case "month":
      if (world.months === monthsMax) return;
      world.months += 1;
      books.now += 30 * 86_400;
      return;
    case "give-up":
      if (subscription !== undefined) books.giveUp(subscription);
      return;
    case "pay-open":
      if (subscription !== undefined) books.payOpen(subscription);
      return;
    case "cancel":
      if (subscription !== undefined) books.cancel(subscription);
      return;
    case "upgrade":
      if (subscription === undefined || books.isDown || subscription.status !== "active") return;
      books.declines = which === 1;
      await payments.changePlan({
        subscriptionId: subscription.id,
        offer: {
          kind: "plan",
          plan: "team",
          interval: "month",
          credits: 2_000,
          priceId: "price_team",
        },
        isUpgrade: true,
      });
      books.declines = false;
      return;
    case "deliver":
      await deliver(world, which);
      return;
    case "sync":
      await sync(world);
      return;
    case "sync-twice":
      await Promise.all([sync(world), sync(world, await testPayments(stripe))]);
      return;
    case "sync-unmarked":
      // The process dies before it marks its events.
      if (customer === undefined || books.isDown) return;
      await syncCustomer(em(world), customer, { payments, vault: testVault, now: now(world) });
      return;
    case "crash":
      await sync(world, dyingAt(payments, which));
      return;
    case "spend":
      await em(world).execute(
        `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, reason)
         select organization_id, 'correction', (available + 1) / 2, 'available', 'issued', 'spent by the test'
         from credit_accounts where organization_id = ? and available > 0`,
        [organizationId],
      );
      return;
    case "down":
      books.isDown = !books.isDown;
  }
}

/** An event arrives, perhaps again, perhaps before older ones; those that no step chooses are lost. */
async function deliver(world: World, which: number): Promise<void> {
  const { payments, stripe } = world;
  const payload = stripe.books.events[which];
  if (payload === undefined) return;
  const event = payments.readEvent(Buffer.from(payload), signEvent(payload));
  if (event !== null) await recordBillingEvent(em(world), event);
}

async function sync(world: World, payments = world.payments): Promise<void> {
  await em(world).execute(`update billing_events set due_at = now() where done_at is null`);
  await syncDueEvents(em(world), {
    payments,
    vault: testVault,
    now: now(world),
    onFailure: () => undefined,
  });
}

/** Dies at the n-th contact with Stripe or with the offers, which are read in the middle of the transaction. */
function dyingAt(payments: Payments, contact: number): Payments {
  let contacts = 0;
  const touch = () => {
    contacts += 1;
    if (contacts > contact) throw new Error("the process died");
  };
  return {
    ...payments,
    get offers() {
      touch();
      return payments.offers;
    },
    async readCustomer(id, since) {
      touch();
      const state = await payments.readCustomer(id, since);
      touch();
      return state;
    },
  };
}

async function reconcileAll(world: World): Promise<void> {
  const failures: unknown[] = [];
  let after: string | null = null;
  do {
    const turn = await reconcileBilling(em(world), {
      payments: world.payments,
      vault: testVault,
      now: now(world),
      after,
      onFailure: (error) => failures.push(error),
    });
    after = turn.next;
  } while (after !== null);
  expect(failures).toEqual([]);
}

/** Credits of everything that has been paid, from Stripe's memory and the prices alone. */
function paidCredits(world: World): number {
  const { books } = world.stripe;
  const months: Readonly<Record<string, number>> = { price_pro: 500, price_team: 2_000 };
  const invoices = [...books.invoices.values()]
    .filter(({ status }) => status === "paid")
    .reduce(
      (sum, invoice) => sum + (months[invoice.price] ?? 500 * monthsBegun(world, invoice)),
      0,
    );
  const packs = [...books.sessions.values()]
    .filter(({ paymentIntent }) => paymentIntent !== null)
    .reduce((sum, { quantity }) => sum + quantity * 100, 0);
  return invoices + packs;
}

/** Months of a paid year that have begun, or begin within two days. */
function monthsBegun(world: World, { start }: { readonly start: number }): number {
  const [year, month, day, ...time] = new Date(start * 1_000)
    .toISOString()
    .split(/\D/u)
    .map(Number) as [number, number, number, ...number[]];
  const until = now(world).getTime() + 2 * 86_400_000;
  let begun = 1;
  while (begun < 12) {
    const lastDay = new Date(Date.UTC(year, month + begun, 0)).getUTCDate();
    const [hours = 0, minutes = 0, seconds = 0] = time;
    const begin = Date.UTC(
      year,
      month - 1 + begun,
      Math.min(day, lastDay),
      hours,
      minutes,
      seconds,
    );
    if (begin > until) break;
    begun += 1;
  }
  return begun;
}

function isYearly({ price }: { readonly price: string }): boolean {
  return price === "price_year";
}

/** Paid credits in the ledger. The calendar gives the free plan's credits, once a month, and nothing else. */
async function grantsOf(world: World): Promise<number> {
  const [grants] = await em(world).execute<{ paid: number; largest: number; twice: boolean }[]>(
    `with grants as (
       select amount, period, coalesce(idempotency_key like 'stripe/%', false) as is_paid
       from credit_entries where organization_id = ? and kind = 'grant')
     select coalesce(sum(amount) filter (where is_paid), 0)::int as paid,
       coalesce(max(amount) filter (where not is_paid), 0) as largest,
       count(*) filter (where not is_paid) <> count(distinct period) filter (where not is_paid) as twice
     from grants`,
    [world.organizationId],
  );
  if (grants === undefined) throw new Error("expected the sums of the grants");
  expect(grants.largest).toBeLessThanOrEqual(plans.free.creditsPerMonth);
  expect(grants.twice).toBe(false);
  return grants.paid;
}

async function expectNoGift(world: World): Promise<void> {
  expect(await grantsOf(world)).toBeLessThanOrEqual(paidCredits(world));
}

async function expectEqual(world: World): Promise<void> {
  const { organizationId } = world;
  const { books } = world.stripe;
  expect(await grantsOf(world)).toBe(paidCredits(world));
  expect(await findWrongBooks(em(world), [organizationId])).toEqual([]);
  const [reversed] = await em(world).execute<{ due: number; taken: number }[]>(
    `select coalesce(sum(reversed_credits - unrecovered_credits), 0)::int as due, (
       select coalesce(sum(amount), 0)::int from credit_entries
       where organization_id = ? and reason = 'refunded payment') as taken
     from billing_purchases where organization_id = ?`,
    [organizationId, organizationId],
  );
  expect(reversed?.taken).toBe(reversed?.due);
  const live = [...books.subscriptions.values()].filter(({ status }) => status !== "canceled");
  const plans = live.map(({ price }) => (price === "price_team" ? "team" : "pro"));
  const { plan, paymentStatus } = await em(world).findOneOrFail(Organization, organizationId);
  expect(plan).toBe(plans.includes("team") ? "team" : (plans[0] ?? "free"));
  const isDisputed = [...books.charges.values()].some(
    ({ dispute }) => dispute?.status === "needs_response",
  );
  const isUnpaid = live.some(({ status }) => status === "unpaid");
  expect(paymentStatus).toBe(isDisputed || isUnpaid ? "overdue" : "current");
}

/** By Stripe's clock, which runs ahead after renewals. */
function now({ stripe }: World): Date {
  return new Date(stripe.books.now * 1_000);
}

function em({ database }: World) {
  return database.orm.em.fork();
}
