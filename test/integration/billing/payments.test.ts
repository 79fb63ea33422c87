import { expect, test } from "vitest";

import { grantMonthlyCredits } from "#db/billing/credits.ts";
import { recordBillingEvent, syncDueEvents } from "#db/billing/payments/billing-events.ts";
import { ensureCustomer, hasOtherMode } from "#db/billing/payments/customers.ts";
import { countUnmatched, reconcileBilling } from "#db/billing/payments/reconcile.ts";
import { findWrongBooks } from "#db/billing/verify-books.ts";
import { Organization } from "#db/entities/account.ts";
import { BillingCustomer, BillingEvent, BillingPurchase } from "#db/entities/billing.ts";
import { CreditAccount, CreditEntry } from "#db/entities/credits.ts";
import { Email } from "#db/entities/email.ts";
import { updateOrganizationTerms } from "#db/organizations/admin-organizations.ts";
import { parseOffers } from "#domain/billing/offers.ts";
import type { Payments } from "#domain/billing/payments.ts";
import { checkPayments } from "#runtime/billing/to-payments.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { testVault } from "#test/support/api.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import {
  openTestCheckout,
  testOffers,
  testPayments,
  useTestPayments,
} from "#test/support/jobs/billing.ts";
import type { Subscription } from "#test/support/servers/stripe/books.ts";

const database = useDatabase();
const { stripe, payments } = useTestPayments();

interface Buyer {
  readonly organizationId: string;
  buy(priceId: string, quantity?: number): Promise<string>;
  subscription(): Subscription;
}

/** `creditsPerMonth`: null for those of the plan; without any, only payments give credits. */
async function createBuyer(creditsPerMonth: number | null = 0): Promise<Buyer> {
  const { organizationId } = await createOrganization(database.orm, { credits: 0 });
  await em().nativeUpdate(Organization, organizationId, { plan: "free", creditsPerMonth });
  let requests = 0;
  return {
    organizationId,
    async buy(priceId, quantity = 1) {
      requests += 1;
      const requestKey = `${organizationId}-${requests}`;
      const session = await openTestCheckout(database.orm, payments, {
        organizationId,
        priceId,
        quantity,
        requestKey,
      });
      stripe.books.pay(session);
      return session;
    },
    subscription() {
      const found = [...stripe.books.subscriptions.values()].findLast(({ customer }) => {
        const metadata = stripe.books.customers.get(customer);
        return metadata?.["organization_id"] === organizationId;
      });
      if (found === undefined) throw new Error("no subscription");
      return found;
    },
  };
}

async function reconcile(with_: Payments = payments): Promise<unknown[]> {
  const failures: unknown[] = [];
  let after: string | null = null;
  do {
    const turn = await reconcileBilling(em(), {
      payments: with_,
      vault: testVault,
      now: new Date(stripe.books.now * 1_000),
      after,
      onFailure: (error) => failures.push(error),
    });
    after = turn.next;
  } while (after !== null);
  return failures;
}

test("a subscription gives the plan and a month's credits, once for each paid month, and the calendar none", async () => {
  const buyer = await createBuyer(null);
  const { organizationId } = buyer;
  await buyer.buy("price_pro");
  await reconcile();
  await reconcile();
  expect(await termsOf(organizationId)).toMatchObject({ plan: "pro", paymentStatus: "current" });
  expect(await availableOf(organizationId)).toBe(500);

  await grantMonthlyCredits(em(), { now: new Date(), after: null });
  await updateOrganizationTerms(em(), {
    organizationId,
    change: { plan: "enterprise", creditsPerMonth: 9_000, reason: "by hand" },
    actor: {},
    now: new Date(),
  });
  expect(await availableOf(organizationId)).toBe(500);
  // Terms that an operator has set by hand stay until something changes at Stripe.
  await reconcile();
  expect(await termsOf(organizationId)).toMatchObject({ plan: "enterprise" });

  stripe.books.renew(buyer.subscription());
  await reconcile();
  expect(await availableOf(organizationId)).toBe(1_000);
  const grants = await em().find(CreditEntry, { organizationId }, { orderBy: { id: "asc" } });
  expect(grants.map(({ period, idempotencyKey }) => [period, idempotencyKey])).toEqual([
    [null, expect.stringMatching(/^stripe\/in_\w+\/il_\w+$/)],
    [null, expect.stringMatching(/^stripe\/in_\w+\/il_\w+$/)],
  ]);
  expect(grants[1]?.expiresAt?.getTime()).toBe(buyer.subscription().end * 1_000);
  expect(await findWrongBooks(em(), [organizationId])).toEqual([]);
});

test("a purchase that changes the plan waits for no job that is being accepted", async () => {
  const buyer = await createBuyer(null);
  const { organizationId } = buyer;
  await buyer.buy("price_pack");
  await reconcile();
  await buyer.buy("price_pro");

  await em().transactional(async (tx) => {
    // A batch that is being accepted: its row refers to the organization, and its jobs need the balance afterwards.
    await tx.execute(`select 1 from organizations where id = ? for key share`, [organizationId]);
    expect(await reconcile()).toEqual([]);
    await tx.execute(`update credit_accounts set low_credits = 1 where organization_id = ?`, [
      organizationId,
    ]);
  });

  expect(await termsOf(organizationId)).toMatchObject({ plan: "pro" });
  expect(await availableOf(organizationId)).toBe(600);
});

test("a purchase locks the organization before the balance, as its owners' changes do", async () => {
  const buyer = await createBuyer(null);
  const { organizationId } = buyer;
  await buyer.buy("price_pro");

  const reconciled = Promise.withResolvers<unknown[]>();
  await em().transactional(async (tx) => {
    await tx.execute(`select 1 from organizations where id = ? for update`, [organizationId]);
    void reconcile().then(reconciled.resolve, reconciled.reject);
    const statement = "%from organizations where id = %for no key update%";
    await expect.poll(async () => countWaiting(statement)).toBe(1);
    await tx.execute(
      `insert into credit_accounts (organization_id) values (?) on conflict do nothing`,
      [organizationId],
    );
  });

  expect(await reconciled.promise).toEqual([]);
  expect(await availableOf(organizationId)).toBe(500);
});

/** Counts the sessions of the test's database that wait for a lock with such a statement. */
async function countWaiting(statement: string): Promise<number> {
  const [row] = await em().execute<{ count: number }[]>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query ilike ?`,
    [statement],
  );
  return row?.count ?? 0;
}

test("a paid year gives its credits month by month, also without events, and none for the refunded rest", async () => {
  const buyer = await createBuyer(null);
  const { organizationId } = buyer;
  await buyer.buy("price_year");
  await reconcile();
  await reconcile();
  expect(await termsOf(organizationId)).toMatchObject({ plan: "pro", paymentStatus: "current" });
  expect(await availableOf(organizationId)).toBe(500);
  await grantMonthlyCredits(em(), { now: new Date(), after: null });
  expect(await availableOf(organizationId)).toBe(500);

  const { start, end } = buyer.subscription();
  const before = stripe.books.now;
  stripe.books.now = start + 100 * 86_400;
  await reconcile();
  await reconcile();
  expect(await availableOf(organizationId)).toBe(2_000);

  const [charge] = [...stripe.books.charges.values()].slice(-1);
  if (charge === undefined) throw new Error("expected a charge");
  stripe.books.refund(charge, charge.amount / 2);
  stripe.books.now = end - 86_400;
  await reconcile();
  await reconcile();
  const purchases = await em().find(BillingPurchase, { organizationId });
  expect(purchases).toHaveLength(12);
  expect(await availableOf(organizationId)).toBe(3_000);
  expect(await problemsOf(organizationId)).toEqual([]);
  expect(await findWrongBooks(em(), [organizationId])).toEqual([]);

  stripe.books.renew(buyer.subscription());
  await reconcile();
  expect(await availableOf(organizationId)).toBe(3_500);
  stripe.books.now = before;
});

test("a failed payment keeps the plan without new credits, warns once, then is overdue, and back when it is paid", async () => {
  const buyer = await createBuyer();
  const { organizationId } = buyer;
  await buyer.buy("price_pro");
  await reconcile();
  stripe.books.renew(buyer.subscription(), { fails: true });
  await reconcile();
  await reconcile();
  expect(await termsOf(organizationId)).toMatchObject({ plan: "pro", paymentStatus: "current" });
  expect(await availableOf(organizationId)).toBe(500);
  expect(await em().count(Email, { organizationId, template: "payment_failed" })).toBe(1);

  stripe.books.giveUp(buyer.subscription());
  await reconcile();
  expect(await termsOf(organizationId)).toMatchObject({ plan: "pro", paymentStatus: "overdue" });
  expect(await em().count(Email, { organizationId, template: "payment_failed" })).toBe(2);

  stripe.books.payOpen(buyer.subscription());
  await reconcile();
  expect(await termsOf(organizationId)).toMatchObject({ plan: "pro", paymentStatus: "current" });
  expect(await availableOf(organizationId)).toBe(1_000);
});

test("an end of the subscription ends the plan, and leaves what was bought", async () => {
  const buyer = await createBuyer();
  const { organizationId } = buyer;
  await buyer.buy("price_pro");
  await buyer.buy("price_pack", 3);
  await reconcile();
  await payments.changePlan({
    subscriptionId: buyer.subscription().id,
    offer: null,
    isUpgrade: false,
  });
  await reconcile();
  expect(await termsOf(organizationId)).toMatchObject({ plan: "pro" });
  stripe.books.renew(buyer.subscription());
  await reconcile();
  expect(await termsOf(organizationId)).toMatchObject({ plan: "free", paymentStatus: "current" });
  const packs = await em().find(BillingPurchase, { organizationId, kind: "credits" });
  expect(packs).toMatchObject([{ credits: 300, amount: 1_500, currency: "eur" }]);
});

test("an upgrade begins a paid month at once, or when the customer pays it; a downgrade waits", async () => {
  const buyer = await createBuyer();
  const { organizationId } = buyer;
  await buyer.buy("price_pro");
  await reconcile();
  const [pro, team] = testOffers.filter((offer) => offer.kind === "plan");
  if (pro === undefined || team === undefined) throw new Error("expected two plans");
  const { id: subscriptionId } = buyer.subscription();
  stripe.books.declines = true;
  const open = await payments.changePlan({ subscriptionId, offer: team, isUpgrade: true });
  stripe.books.declines = false;
  expect(open).toMatchObject({ state: "payment_required", url: expect.stringContaining("http") });
  await reconcile();
  expect(await termsOf(organizationId)).toMatchObject({ plan: "pro" });
  expect(await availableOf(organizationId)).toBe(500);

  stripe.books.payOpen(buyer.subscription());
  await reconcile();
  expect(await termsOf(organizationId)).toMatchObject({ plan: "team" });
  expect(await availableOf(organizationId)).toBe(2_500);

  const later = await payments.changePlan({ subscriptionId, offer: pro, isUpgrade: false });
  expect(later).toEqual({ state: "scheduled" });
  await reconcile();
  expect(await termsOf(organizationId)).toMatchObject({ plan: "team" });
  stripe.books.renew(buyer.subscription());
  await reconcile();
  expect(await termsOf(organizationId)).toMatchObject({ plan: "pro" });

  // A second change in one month replaces the first, and going back to the present plan takes it away.
  await payments.changePlan({ subscriptionId, offer: team, isUpgrade: false });
  await payments.changePlan({ subscriptionId, offer: pro, isUpgrade: false });
  expect(buyer.subscription()).toMatchObject({ schedule: null, nextPrice: null });
});

test("refunds and lost disputes take back the share that is left, and report the rest", async () => {
  const buyer = await createBuyer();
  const { organizationId } = buyer;
  await buyer.buy("price_pack", 2);
  await reconcile();
  const [charge] = [...stripe.books.charges.values()].slice(-1);
  if (charge === undefined) throw new Error("expected a charge");
  stripe.books.refund(charge, 250);
  await reconcile();
  await reconcile();
  expect(await availableOf(organizationId)).toBe(150);

  stripe.books.dispute(charge);
  await reconcile();
  expect(await termsOf(organizationId)).toMatchObject({ paymentStatus: "overdue" });
  expect(await problemsOf(organizationId)).toEqual(["a payment is disputed"]);
  await em().execute(
    `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, reason)
     values (?, 'correction', 100, 'available', 'issued', 'spent')`,
    [organizationId],
  );
  const before = await countUnmatched(em());
  stripe.books.closeDispute(charge, "lost");
  await reconcile();
  expect(await termsOf(organizationId)).toMatchObject({ paymentStatus: "current" });
  expect(await availableOf(organizationId)).toBe(0);
  expect(await problemsOf(organizationId)).toEqual([
    expect.stringContaining("100 refunded credits were spent"),
  ]);
  expect(await countUnmatched(em())).toBe(before);
  expect(await findWrongBooks(em(), [organizationId])).toEqual([]);
});

test("a payment of a price that is not sold gives nothing and is reported, also credits without a payment", async () => {
  const buyer = await createBuyer();
  const { organizationId } = buyer;
  await buyer.buy("price_pack");
  await reconcile(await testPayments(stripe, { offers: parseOffers("pro=price_pro") }));
  expect(await availableOf(organizationId)).toBe(0);
  expect(await problemsOf(organizationId)).toEqual([
    expect.stringContaining("its price is not sold"),
  ]);
  // The operator has added the price.
  await reconcile();
  expect(await availableOf(organizationId)).toBe(100);
  expect(await problemsOf(organizationId)).toEqual([]);

  await em().insert(BillingPurchase, {
    source: `pi_of_nobody_${organizationId}`,
    organizationId,
    paymentIntent: null,
    kind: "credits",
    credits: 5,
    amount: 1,
    currency: "eur",
    createdAt: new Date(stripe.books.now * 1_000),
  });
  await reconcile();
  expect(await problemsOf(organizationId)).toEqual([
    expect.stringContaining("Stripe does not know it as paid"),
  ]);
});

test("two requests at once share one customer, and a repeated checkout is the same page", async () => {
  const { organizationId } = await createBuyer();
  const customers = await Promise.all(
    [1, 2, 3].map(async () => ensureCustomer(em(), payments, organizationId)),
  );
  expect(new Set(customers).size).toBe(1);
  const checkout = async (requestKey: string) =>
    openTestCheckout(database.orm, payments, {
      organizationId,
      priceId: "price_pro",
      requestKey,
    });
  const first = await checkout("one");
  expect(await checkout("one")).toBe(first);
  // Two open checkouts would become two subscriptions.
  const second = await checkout("two");
  expect(stripe.books.sessions.get(first)?.status).toBe("expired");
  expect(stripe.books.sessions.get(second)?.status).toBe("open");
});

test("a closed organization is not charged any more", async () => {
  const buyer = await createBuyer();
  const { organizationId } = buyer;
  await buyer.buy("price_pro");
  await reconcile();
  await em().nativeUpdate(Organization, organizationId, { status: "closed" });
  await reconcile();
  expect(buyer.subscription().status).toBe("canceled");
});

test("an event of an unknown customer is done, and a failing one delays no other", async () => {
  const buyer = await createBuyer();
  await buyer.buy("price_pack");
  const { customer } = [...stripe.books.sessions.values()].at(-1) ?? { customer: "" };
  const type = "invoice.paid";
  await recordBillingEvent(em(), { id: "evt_1", type, subject: "cus_unknown" });
  await recordBillingEvent(em(), { id: "evt_2", type, subject: "ch_missing" });
  expect(await recordBillingEvent(em(), { id: "evt_3", type, subject: customer })).toBe(true);
  expect(await recordBillingEvent(em(), { id: "evt_3", type, subject: customer })).toBe(false);
  const failed: string[] = [];
  await syncDueEvents(em(), {
    payments,
    vault: testVault,
    now: new Date(),
    onFailure: (_error, subject) => failed.push(subject),
  });
  expect(failed).toEqual(["ch_missing"]);
  expect(await availableOf(buyer.organizationId)).toBe(100);
  const events = await em().find(BillingEvent, {}, { orderBy: { id: "asc" } });
  expect(events.map(({ id, doneAt, attempts }) => [id, doneAt !== null, attempts])).toEqual([
    ["evt_1", true, 0],
    ["evt_2", false, 1],
    ["evt_3", true, 0],
  ]);
});

test("a start refuses prices that do not fit and a key of the other mode, but not an outage", async () => {
  const check = async (list: string) =>
    checkPayments(await testPayments(stripe, { offers: parseOffers(list) }), async () => false);
  expect(await check("pro=price_pro,credits100=price_pack")).toBe(true);
  await expect(check("pro=price_pack")).rejects.toThrow("price_pack is not paid by the month");
  await expect(check("pro-yearly=price_pro")).rejects.toThrow("price_pro is not paid by the year");
  await expect(check("credits1=price_pro")).rejects.toThrow("of a pack recurs");
  await expect(check("pro=price_none")).rejects.toThrow("price_none does not exist");
  const { organizationId } = await createBuyer();
  await ensureCustomer(em(), payments, organizationId);
  const live = await testPayments(stripe, { secretKey: "sk_live_1" });
  await expect(checkPayments(live, async () => hasOtherMode(em(), live))).rejects.toThrow(
    "customers of Stripe's test mode",
  );
});

test("a start does not wait for a Stripe that is silent", async () => {
  stripe.books.isSlow = true;
  const fresh = await testPayments(stripe);

  expect(await checkPayments(fresh, async () => false, 50)).toBe(false);
  stripe.books.isSlow = false;
  expect(await checkPayments(fresh, async () => false)).toBe(true);
});

test("an outage of Stripe stops no start, and a reconciliation reports it", async () => {
  const buyer = await createBuyer();
  await buyer.buy("price_pack");
  stripe.books.isDown = true;
  const fresh = await testPayments(stripe);
  expect(await checkPayments(fresh, async () => false)).toBe(false);
  expect((await reconcile()).length).toBeGreaterThan(0);
  expect(await problemsOf(buyer.organizationId)).toEqual(["the last reconciliation has failed"]);
  stripe.books.isDown = false;
  expect(await reconcile()).toEqual([]);
  expect(await problemsOf(buyer.organizationId)).toEqual([]);
});

async function termsOf(organizationId: string): Promise<Organization> {
  return em().findOneOrFail(Organization, organizationId);
}

async function availableOf(organizationId: string): Promise<number> {
  return (await em().findOneOrFail(CreditAccount, organizationId)).available;
}

async function problemsOf(organizationId: string): Promise<string[]> {
  return (await em().findOneOrFail(BillingCustomer, organizationId)).problems;
}

function em() {
  return database.orm.em.fork();
}
