import { expect, test } from "vitest";

import { changePlan } from "#api/routes/app/billing/change-plan.ts";
import { createCheckout } from "#api/routes/app/billing/create-checkout.ts";
import { getBilling } from "#api/routes/app/billing/get-billing.ts";
import { openPortal } from "#api/routes/app/billing/open-portal.ts";
import { receiveBillingEvent } from "#api/routes/app/billing/receive-billing-event.ts";
import { billingRoutes } from "#api/routes/index.ts";
import { syncCustomer } from "#db/billing/payments/sync-customer.ts";
import { Organization } from "#db/entities/account.ts";
import { BillingCustomer, BillingEvent } from "#db/entities/billing.ts";
import { OutboxMessage } from "#db/entities/job.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { testVault } from "#test/support/api.ts";
import { expectDocumented } from "#test/support/contract.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { signEvent, useTestPayments } from "#test/support/jobs/billing.ts";

const database = useDatabase();
const { stripe, payments } = useTestPayments();
const api = useApi(database, { dependencies: { payments } });
const withoutKey = useApi(database);

async function createOwner() {
  const { organizationId, accountId } = await createOrganization(database.orm, { credits: 0 });
  await em().nativeUpdate(Organization, organizationId, { plan: "free", creditsPerMonth: null });
  const { token } = await createTestSession(database.orm, accountId);
  return { organizationId, token };
}

async function post(path: string, token: string, body?: object, key?: string): Promise<Response> {
  return api.call(path, {
    method: "POST",
    token,
    ...(body === undefined ? {} : { body }),
    headers: key === undefined ? {} : { "Idempotency-Key": key },
  });
}

test.each(billingRoutes.map((route) => [route.operationId, route] as const))(
  "without a key of Stripe %s is like any unknown path",
  async (_name, { method, path }) => {
    const { token } = await createOwner();
    const ask = async (target: string) => {
      const response = await withoutKey.call(target, { method: method.toUpperCase(), token });
      const { code, status } = (await response.json()) as { code: string; status: number };
      return { code, status };
    };
    expect(await ask(path)).toEqual({ code: "route_not_found", status: 404 });
    expect(await ask(path)).toEqual(await ask("/app/nothing"));
  },
);

test("an owner buys a plan, changes it and opens the portal, also while a payment is overdue", async () => {
  const { organizationId, token } = await createOwner();
  const empty = await expectDocumented(getBilling, await api.call("/app/billing", { token }));
  expect(empty).toEqual({
    subscription: null,
    isCustomer: false,
    paymentStatus: "current",
    plans: [
      offer("pro", { creditsPerMonth: 500, amount: 2_000 }),
      offer("team", { creditsPerMonth: 2_000, amount: 9_000 }),
      offer("pro", { interval: "year", creditsPerMonth: 500, amount: 20_000 }),
    ],
    packs: [{ credits: 100, price: { amount: 500, currency: "eur" } }],
  });
  const early = await post("/app/billing/portal", token);
  expect(await expectDocumented(openPortal, early)).toMatchObject({ code: "subscription_missing" });

  const first = await post("/app/billing/checkout", token, { plan: "pro" }, "one");
  const page = (await expectDocumented(createCheckout, first)) as { url: string };
  const again = await post("/app/billing/checkout", token, { plan: "pro" }, "one");
  expect(await again.json()).toEqual(page);
  stripe.books.pay(page.url.split("/").at(-1) ?? "");
  await sync(organizationId);

  const second = await post("/app/billing/checkout", token, { plan: "team" });
  expect(await expectDocumented(createCheckout, second)).toMatchObject({
    code: "subscription_exists",
  });
  await em().nativeUpdate(Organization, organizationId, { paymentStatus: "overdue" });
  const state = await expectDocumented(getBilling, await api.call("/app/billing", { token }));
  expect(state).toMatchObject({
    subscription: { plan: "pro", interval: "month", status: "active", cancelAtPeriodEnd: false },
    isCustomer: true,
    paymentStatus: "overdue",
    plans: [{ isUpgrade: false }, { isUpgrade: true }, { isUpgrade: true }],
  });
  const portal = await expectDocumented(openPortal, await post("/app/billing/portal", token));
  expect(portal).toMatchObject({ url: expect.stringContaining("/portal/cus_") });
  const changed = await post("/app/billing/plan", token, { plan: "team" });
  expect(await expectDocumented(changePlan, changed)).toEqual({ state: "changed", url: null });
  const ended = await post("/app/billing/plan", token, { plan: "free" });
  expect(await expectDocumented(changePlan, ended)).toEqual({ state: "scheduled", url: null });
});

function offer(
  plan: string,
  {
    interval = "month",
    creditsPerMonth,
    amount,
  }: { interval?: string; creditsPerMonth: number; amount: number },
) {
  const price = { amount, currency: "eur" };
  return { plan, interval, creditsPerMonth, price, isUpgrade: false };
}

test("a plan is bought by the year, and a change to the month waits", async () => {
  const { organizationId, token } = await createOwner();
  const order = { plan: "pro", interval: "year" };
  const paid = await post("/app/billing/checkout", token, order);
  const { url } = (await expectDocumented(createCheckout, paid)) as { url: string };
  stripe.books.pay(url.split("/").at(-1) ?? "");
  await sync(organizationId);
  const state = await expectDocumented(getBilling, await api.call("/app/billing", { token }));
  expect(state).toMatchObject({ subscription: { plan: "pro", interval: "year" } });
  const monthly = await post("/app/billing/plan", token, { plan: "pro" });
  expect(await expectDocumented(changePlan, monthly)).toEqual({ state: "scheduled", url: null });
});

test("an offer that is not sold cannot be bought, and the browser names no price", async () => {
  const { token } = await createOwner();
  for (const body of [{ plan: "enterprise" }, { plan: "team", interval: "year" }, { credits: 7 }]) {
    const response = await post("/app/billing/checkout", token, body);
    expect(await expectDocumented(createCheckout, response)).toMatchObject({
      code: "offer_not_found",
    });
  }
  for (const body of [
    { plan: "pro", price: 1 },
    { credits: 100, quantity: 101 },
    { credits: 100, amount: 1 },
  ]) {
    const response = await post("/app/billing/checkout", token, body);
    expect(await expectDocumented(createCheckout, response)).toMatchObject({
      code: "request_invalid",
    });
  }
});

test("a signed event is stored once, as a reason to ask, and everything else is refused or ignored", async () => {
  const payload = (change: object = {}) =>
    JSON.stringify({
      id: "evt_signed",
      object: "event",
      livemode: false,
      type: "invoice.paid",
      data: { object: { id: "in_1", customer: "cus_1", amount_paid: 1_000_000 } },
      ...change,
    });
  const send = async (body: string, signature: string | null) =>
    api.call("/app/billing/webhook", {
      method: "POST",
      body,
      headers: signature === null ? {} : { "Stripe-Signature": signature },
    });
  const refused = [
    [payload(), null],
    [payload(), "t=1,v1=00"],
    [payload({ id: "evt_altered" }), signEvent(payload())],
    [payload(), signEvent(payload(), { secret: "whsec_of_another" })],
    [payload(), signEvent(payload(), { secondsAgo: 400 })],
  ] as const;
  for (const [body, signature] of refused) {
    const response = await send(body, signature);
    expect(await expectDocumented(receiveBillingEvent, response)).toMatchObject({
      code: "callback_signature_invalid",
    });
  }
  const ignored = [payload({ livemode: true }), payload({ type: "customer.created" })];
  for (const body of ignored) expect((await send(body, signEvent(body))).status).toBe(204);
  expect(await em().count(BillingEvent)).toBe(0);

  const former = signEvent(payload(), { secret: "whsec_former" });
  const statuses = await Promise.all(
    [signEvent(payload()), signEvent(payload()), former].map(
      async (signature) => (await send(payload(), signature)).status,
    ),
  );
  expect(statuses).toEqual([204, 204, 204]);
  expect(await em().find(BillingEvent, {})).toMatchObject([
    { id: "evt_signed", type: "invoice.paid", subject: "cus_1", doneAt: null },
  ]);
  expect(await em().count(OutboxMessage, { kind: "billing-event" })).toBe(1);
});

test("an outage of Stripe is a 503 that can be repeated", async () => {
  const { token } = await createOwner();
  stripe.books.isDown = true;
  const response = await post("/app/billing/checkout", token, { plan: "pro" });
  expect(await expectDocumented(createCheckout, response)).toMatchObject({
    code: "billing_unavailable",
    retryable: true,
  });
  stripe.books.isDown = false;
});

async function sync(organizationId: string): Promise<void> {
  const customer = await em().findOneOrFail(BillingCustomer, organizationId);
  await syncCustomer(em(), customer.stripeCustomerId ?? "", {
    payments,
    vault: testVault,
    now: new Date(),
  });
}

function em() {
  return database.orm.em.fork();
}
