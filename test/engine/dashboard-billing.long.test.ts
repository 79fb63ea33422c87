import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { syncCustomer } from "#db/billing/payments/sync-customer.ts";
import { Organization } from "#db/entities/account.ts";
import { BillingCustomer } from "#db/entities/billing.ts";
import { createSignInLink } from "#db/setup/create-sign-in-link.ts";
import { testVault } from "#test/support/api.ts";
import { buildDashboard } from "#test/support/dashboard/build-dashboard.ts";
import { launchChromium } from "#test/support/dashboard/launch-chromium.ts";
import { openWatchedPage, type WatchOptions } from "#test/support/dashboard/watched-page.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import { useResource } from "#test/support/fixtures.ts";
import { startTestStripe, testPayments, webhookSecret } from "#test/support/jobs/billing.ts";

/** A person pays on the page of credits. Other pages have no part in it, so no worker and no Temporal run. */
const stripe = useResource(startTestStripe);
const organizationId = "org_local";
const wholePageHeight = 2_400;
let engine: TestEngine;
let browser: Browser;

beforeAll(async () => {
  [engine] = await Promise.all([
    startTestEngine({
      studioUrl: "http://127.0.0.1:9",
      env: {
        DASHBOARD: "on",
        STRIPE_SECRET_KEY: "sk_test_1",
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_PRICES:
          "pro=price_pro,pro-yearly=price_year,team:2000=price_team,credits100=price_pack",
        STRIPE_API_URL: stripe.url,
      },
    }),
    buildDashboard(),
  ]);
  await engine.startApi();
  browser = await launchChromium();
  const free = { plan: "free", creditsPerMonth: null } as const;
  await engine.orm.em.fork().nativeUpdate(Organization, organizationId, free);
}, 240_000);

afterAll(async () => {
  await browser.close();
  await engine.close();
});

async function open(options: WatchOptions = {}) {
  const watched = await openWatchedPage(browser, engine.url, {
    visits: new RegExp(`^${stripe.url}/(pay|portal)/`),
    ...options,
  });
  const token = await createSignInLink(engine.env["DATABASE_URL"] ?? "");
  await watched.page.goto(`/#link=${token}`);
  await watched.page.getByRole("heading", { name: /Create|Erstellen/, level: 1 }).waitFor();
  await watched.page.goto("/credits");
  return watched;
}

/** Stripe's event arrives. */
async function sync(): Promise<void> {
  const { orm } = engine;
  const customer = await orm.em.fork().findOneOrFail(BillingCustomer, organizationId);
  await syncCustomer(orm.em.fork(), customer.stripeCustomerId ?? "", {
    payments: await testPayments(stripe),
    vault: testVault,
    now: new Date(stripe.books.now * 1_000),
  });
}

function subscription() {
  const [found] = [...stripe.books.subscriptions.values()];
  if (found === undefined) throw new Error("no subscription");
  return found;
}

test("a person subscribes, buys credits, upgrades, and settles an overdue payment", async () => {
  const watched = await open();
  const { page } = watched;
  await page.getByText("€20.00 a month").waitFor();
  await page.getByText("€200.00 a year").waitFor();
  await page.getByRole("button", { name: "Subscribe to Pro", exact: true }).click();
  await page.waitForURL("**/credits?checkout=paid");
  await page.getByText("Thank you.").waitFor();
  await sync();
  await page.getByText(/^Pro, renews on /).waitFor();

  await page.getByRole("button", { name: "Buy 100 credits" }).click();
  await page.waitForURL("**/credits?checkout=paid");
  await sync();
  await page.getByRole("button", { name: "Change to Team" }).click();
  const dialog = page.getByRole("dialog", { name: "Change to Team" });
  await dialog.getByText(/The new plan begins and is charged in full now/).waitFor();
  await dialog.getByRole("button", { name: "Change to Team" }).click();
  await expect.poll(() => subscription().price).toBe("price_team");
  await sync();
  await page.goto("/credits");
  await page.getByText(/^Team, renews on /).waitFor();

  stripe.books.renew(subscription(), { fails: true });
  await sync();
  await page.goto("/credits");
  await page.getByText(/The last payment has failed/).waitFor();
  stripe.books.giveUp(subscription());
  await sync();
  watched.expectClean();
  await watched.close();

  // While a payment is overdue, 403 for other parts of the page is right; their own journeys test it.
  const overdue = await open({ expected: /Failed to load resource.*403/ });
  const notice = overdue.page.getByRole("alert").filter({ hasText: "A payment is overdue" });
  const balance = overdue.page.getByRole("heading", { name: "Expiring credits" });
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  expect(await topOf(notice)).toBeLessThan(await topOf(balance));
  await overdue.page.getByRole("button", { name: "Settle the payment" }).click();
  await expect.poll(() => subscription().status).toBe("active");
  await sync();
  await overdue.page.goto("/credits");
  await overdue.page.getByText(/^Team, renews on /).waitFor();
  expect(await overdue.page.getByText(/A payment is overdue/).count()).toBe(0);
  await overdue.close();
});

test.each([
  { width: 1_280, theme: "light", language: "en" },
  { width: 1_280, theme: "dark", language: "de" },
  { width: 390, theme: "dark", language: "en" },
  { width: 390, theme: "light", language: "de" },
] as const)(
  "the page of credits has no fault of access at $width px, $theme, $language",
  async (options) => {
    const watched = await open(options);
    await watched.page.getByRole("heading", { name: /Buy credits|Credits kaufen/ }).waitFor();
    // In a lower window the bar at the foot of a phone covers a part of a button, which is then too small a target.
    await watched.page.setViewportSize({ width: options.width, height: wholePageHeight });
    expect(await watched.findAccessFaults()).toEqual([]);
    const overflow = await watched.page.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(overflow).toBeLessThanOrEqual(0);
    watched.expectClean();
    await watched.close();
  },
);
