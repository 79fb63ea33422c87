import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";

import { recordBillingEvent, syncDueEvents } from "#db/billing/payments/billing-events.ts";
import { reconcileBilling } from "#db/billing/payments/reconcile.ts";
import { syncCustomer } from "#db/billing/payments/sync-customer.ts";
import { Organization } from "#db/entities/account.ts";
import { BillingCustomer, BillingEvent } from "#db/entities/billing.ts";
import { CreditEntry } from "#db/entities/credits.ts";
import { OutboxMessage } from "#db/entities/job.ts";
import type { Payments } from "#domain/billing/payments.ts";
import { plans } from "#domain/billing/plans.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { testVault } from "#test/support/api.ts";
import { useDatabase, useResource } from "#test/support/fixtures.ts";
import {
  openTestCheckout,
  signEvent,
  startTestStripe,
  testPayments,
} from "#test/support/jobs/billing.ts";
import type { StripeBooks } from "#test/support/servers/stripe/books.ts";

/**
 * Customers act in any order, events arrive in any order, twice or never, and processes die anywhere: once reconciliation
 * has run, the credits granted are those that were paid, and before it never more.
 */

const database = useDatabase();
const stripe = useResource(startTestStripe);
let payments: Payments;
let requests = 0;

const monthsMax = 12;
/** `BILLING_SEQUENCES=10000` runs more. */
const sequences = Number(process.env["BILLING_SEQUENCES"] ?? 25);

beforeEach(async () => {
  payments = await testPayments(stripe);
});

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
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const world = await createWorld();
        for (const one of steps) {
          await perform(world, one);
          await expectNoGift(world);
        }
        stripe.books.isDown = false;
        await reconcileAll();
        await expectEqual(world);
        await reconcileAll();
        await expectEqual(world);
      }),
      { numRuns: sequences },
    );
  },
);

interface World {
  readonly organizationId: string;
  readonly books: StripeBooks;
  readonly sessions: string[];
  /** Events before it belong to other worlds. */
  readonly firstEvent: number;
  customer: string | null;
  /** Months by which the clock has moved: payments are read for 400 days. */
  months: number;
}

async function createWorld(): Promise<World> {
  const { organizationId } = await createOrganization(database.orm, { credits: 0 });
  // Free, without an agreed number of credits, so that only payments give credits.
  await em().nativeUpdate(Organization, organizationId, { plan: "free", creditsPerMonth: null });
  await em().nativeDelete(BillingEvent, {});
  await em().nativeDelete(OutboxMessage, {});
  await em().nativeUpdate(BillingCustomer, {}, { stripeCustomerId: null });
  const { books } = stripe;
  return {
    organizationId,
    books,
    sessions: [],
    firstEvent: books.events.length,
    customer: null,
    months: 0,
  };
}

async function perform(world: World, { kind, which, ...rest }: Step): Promise<void> {
  const { books, organizationId, sessions } = world;
  const charges = [...books.charges.values()].filter(({ customer }) => customer === world.customer);
  const charge = charges[which % Math.max(1, charges.length)];
  const subscriptions = [...books.subscriptions.values()].filter(
    ({ customer }) => customer === world.customer,
  );
  const subscription = subscriptions[which % Math.max(1, subscriptions.length)];
  switch (kind) {
    case "buy":
    case "subscribe": {
      if (stripe.books.isDown) return;
      const isPlan = kind === "subscribe";
      requests += 1;
      const session = await openTestCheckout(database.orm, payments, {
        organizationId,
        priceId: isPlan ? (["price_pro", "price_team", "price_year"][which] ?? "") : "price_pack",
        quantity: isPlan ? 1 : which + 1,
        requestKey: `request-${requests}`,
      });
      sessions.push(session);
      world.customer = books.sessions.get(session)?.customer ?? null;
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
      if (subscription === undefined || stripe.books.isDown || subscription.status !== "active")
        return;
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
      await sync();
      return;
    case "sync-twice":
      await Promise.all([sync(), sync(await testPayments(stripe))]);
      return;
    case "sync-unmarked":
      // The process dies before it marks its events.
      if (world.customer === null || stripe.books.isDown) return;
      await syncCustomer(em(), world.customer, { payments, vault: testVault, now: now() });
      return;
    case "crash":
      await makeDue();
      await sync(dyingAt(which));
      return;
    case "spend":
      await em().execute(
        `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, reason)
         select organization_id, 'correction', (available + 1) / 2, 'available', 'issued', 'spent by the test'
         from credit_accounts where organization_id = ? and available > 0`,
        [organizationId],
      );
      return;
    case "down":
      stripe.books.isDown = !stripe.books.isDown;
  }
}

/** An event arrives, perhaps again, perhaps before older ones; those that no step chooses are lost. */
async function deliver({ books, firstEvent }: World, which: number): Promise<void> {
  const payload = books.events.slice(firstEvent)[which];
  if (payload === undefined) return;
  const event = payments.readEvent(Buffer.from(payload), signEvent(payload));
  if (event !== null) await recordBillingEvent(em(), event);
}

async function sync(with_: Payments = payments): Promise<void> {
  await makeDue();
  await syncDueEvents(em(), {
    payments: with_,
    vault: testVault,
    now: now(),
    onFailure: () => undefined,
  });
}

async function makeDue(): Promise<void> {
  await em().execute(`update billing_events set due_at = now() where done_at is null`);
}

/** Dies at the n-th contact with Stripe or with the offers, which are read in the middle of the transaction. */
function dyingAt(contact: number): Payments {
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

async function reconcileAll(): Promise<void> {
  const failures: unknown[] = [];
  let after: string | null = null;
  do {
    const turn = await reconcileBilling(em(), {
      payments,
      vault: testVault,
      now: now(),
      after,
      onFailure: (error) => failures.push(error),
    });
    after = turn.next;
  } while (after !== null);
  expect(failures).toEqual([]);
}

/** Credits of everything that has been paid, from Stripe's memory and the prices alone. */
function paidCredits({ books, customer }: World): number {
  const months: Readonly<Record<string, number>> = { price_pro: 500, price_team: 2_000 };
  const invoices = [...books.invoices.values()]
    .filter((invoice) => invoice.customer === customer && invoice.status === "paid")
    .reduce((sum, invoice) => sum + (months[invoice.price] ?? 500 * monthsBegun(invoice)), 0);
  const packs = [...books.sessions.values()]
    .filter((session) => session.customer === customer && session.paymentIntent !== null)
    .reduce((sum, { quantity }) => sum + quantity * 100, 0);
  return invoices + packs;
}

/** Months of a paid year that have begun, or begin within two days. */
function monthsBegun({ start }: { readonly start: number }): number {
  const [year, month, day, ...time] = new Date(start * 1_000)
    .toISOString()
    .split(/\D/u)
    .map(Number) as [number, number, number, ...number[]];
  const until = now().getTime() + 2 * 86_400_000;
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

/** The calendar gives the free plan's credits, once a month, and nothing else. */
async function grantsOf({ organizationId }: World): Promise<number> {
  const grants = await em().find(CreditEntry, { organizationId, kind: "grant" });
  const [paid, others] = [grants.filter(isPaid), grants.filter((grant) => !isPaid(grant))];
  expect(others.filter(({ amount }) => amount > plans.free.creditsPerMonth)).toEqual([]);
  expect(new Set(others.map(({ period }) => period)).size).toBe(others.length);
  return paid.reduce((sum, { amount }) => sum + amount, 0);
}

function isPaid({ idempotencyKey }: CreditEntry): boolean {
  return idempotencyKey?.startsWith("stripe/") === true;
}

async function expectNoGift(world: World): Promise<void> {
  expect(await grantsOf(world)).toBeLessThanOrEqual(paidCredits(world));
}

async function expectEqual(world: World): Promise<void> {
  const { organizationId, books } = world;
  expect(await grantsOf(world)).toBe(paidCredits(world));
  const [reversed] = await em().execute<{ due: number; taken: number }[]>(
    `select coalesce(sum(reversed_credits - unrecovered_credits), 0)::int as due, (
       select coalesce(sum(amount), 0)::int from credit_entries
       where organization_id = ? and reason = 'refunded payment') as taken
     from billing_purchases where organization_id = ?`,
    [organizationId, organizationId],
  );
  expect(reversed?.taken).toBe(reversed?.due);
  const live = [...books.subscriptions.values()].filter(
    ({ customer, status }) => customer === world.customer && status !== "canceled",
  );
  const plans = live.map(({ price }) => (price === "price_team" ? "team" : "pro"));
  const { plan, paymentStatus } = await em().findOneOrFail(Organization, organizationId);
  expect(plan).toBe(plans.includes("team") ? "team" : (plans[0] ?? "free"));
  const isDisputed = [...books.charges.values()].some(
    ({ customer, dispute }) => customer === world.customer && dispute?.status === "needs_response",
  );
  const isUnpaid = live.some(({ status }) => status === "unpaid");
  expect(paymentStatus).toBe(isDisputed || isUnpaid ? "overdue" : "current");
}

/** By Stripe's clock, which runs ahead after renewals. */
function now(): Date {
  return new Date(stripe.books.now * 1_000);
}

function em() {
  return database.orm.em.fork();
}
