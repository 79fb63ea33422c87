import { afterAll, beforeAll, expect, test } from "vitest";

import { ledgerPrefix } from "#db/billing/payments/grant-purchases.ts";
import { Organization } from "#db/entities/account.ts";
import { BillingEvent } from "#db/entities/billing.ts";
import { CreditEntry } from "#db/entities/credits.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { useResource } from "#test/support/fixtures.ts";
import {
  openTestCheckout,
  signEvent,
  startTestStripe,
  testPayments,
  webhookSecret,
} from "#test/support/jobs/billing.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";

/** From the webhook over the outbox and the schedule to the ledger, with real processes. */
const stripe = useResource(startTestStripe);
const patience = { timeout: 60_000, interval: 100 };
let engine: TestEngine;
let worker: NodeProcess;
let settings: Record<string, string>;
let requests = 0;

beforeAll(async () => {
  settings = {
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICES: "pro=price_pro,team:2000=price_team,credits100=price_pack",
    STRIPE_API_URL: stripe.url,
  };
  engine = await startTestEngine({
    studioUrl: "http://127.0.0.1:9",
    tasks: ["syncBilling"],
    env: settings,
  });
  await engine.startTemporal();
  [, worker] = await Promise.all([engine.startApi(), engine.startWorker()]);
}, 120_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await engine.close();
});

test("a payment becomes credits as soon as its event arrives", async () => {
  const { organizationId, payload } = await pay("price_pro");
  expect(await deliver(payload)).toBe(204);
  await expect.poll(async () => paidCreditsOf(organizationId), patience).toBe(500);
  const organization = await engine.orm.em.fork().findOneOrFail(Organization, organizationId);
  expect(organization.plan).toBe("pro");
});

test("a worker that dies while it asks Stripe loses nothing, and two that ask at once give nothing twice", async () => {
  const { organizationId, payload } = await pay("price_pack");
  stripe.books.isSlow = true;
  const before = stripe.requests.length;
  expect(await deliver(payload)).toBe(204);
  await expect.poll(() => stripe.requests.length, patience).toBeGreaterThan(before);
  await worker.kill();
  stripe.books.isSlow = false;
  expect(await paidCreditsOf(organizationId)).toBe(0);

  await Promise.all([engine.startWorker(), engine.startWorker()]);
  await expect.poll(async () => paidCreditsOf(organizationId), patience).toBe(100);
  await expect.poll(async () => countOpenEvents(), patience).toBe(0);
  expect(await deliver(payload)).toBe(204);
  expect(await countOpenEvents()).toBe(0);
  expect(await paidCreditsOf(organizationId)).toBe(100);
});

/** Pays for one offer, and returns the event that reports it. */
async function pay(priceId: string): Promise<{ organizationId: string; payload: string }> {
  const { orm } = engine;
  const { organizationId } = await createOrganization(orm, { credits: 0 });
  const free = { plan: "free", creditsPerMonth: null } as const;
  await orm.em.fork().nativeUpdate(Organization, organizationId, free);
  requests += 1;
  const session = await openTestCheckout(orm, await testPayments(stripe), {
    organizationId,
    priceId,
    requestKey: `request-${requests}`,
  });
  stripe.books.pay(session);
  return { organizationId, payload: stripe.books.events.at(-1) ?? "" };
}

async function deliver(payload: string): Promise<number> {
  const response = await fetch(`${engine.url}/app/billing/webhook`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Stripe-Signature": signEvent(payload) },
    body: payload,
  });
  return response.status;
}

/** Credits of payments alone: the schedules of a new engine may also grant the month's free credits. */
async function paidCreditsOf(organizationId: string): Promise<number> {
  const entries = await engine.orm.em
    .fork()
    .find(CreditEntry, { organizationId, idempotencyKey: { $like: `${ledgerPrefix}%` } });
  return entries.reduce((sum, { amount }) => sum + amount, 0);
}

async function countOpenEvents(): Promise<number> {
  return engine.orm.em.fork().count(BillingEvent, { doneAt: null });
}
