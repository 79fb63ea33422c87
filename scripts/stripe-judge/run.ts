import { createPayments } from "#runtime/billing/create-payments.ts";
import { startTestStripe, testOffers } from "#test/support/jobs/billing.ts";
import type { StripeRequest } from "#test/support/servers/stripe/stripe.ts";

/**
 * Lets Stripe's own mock judge the engine's requests: `npm run stripe:judge -- http://127.0.0.1:12111`. The engine makes each kind of
 * request to the server of the tests, and each is repeated to stripe-mock, which refuses what the OpenAPI document of its version
 * does not have. Install it with `go install github.com/stripe/stripe-mock@v0.203.0`, and start it with `stripe-mock -http-port 12111`.
 */
/**
 * Differences between the API version of the mock, 2026-08-26, and that of the package:
 * https://docs.stripe.com/changelog/endive/2026-09-30/polymorphic-billing-cycle-anchor
 */
const changedSince = [["billing_cycle_anchor[type]=now", "billing_cycle_anchor=now"]] as const;

const [, , judgeUrl] = process.argv;
if (judgeUrl === undefined) throw new Error("Usage: npm run stripe:judge -- <URL of stripe-mock>");

const stripe = await startTestStripe();
for (const taxes of ["0", "1", "managed"] as const) await makeRequests(taxes);
const seen = new Map(stripe.requests.map((request) => [keyOf(request), request]));
let refused = 0;
for (const request of seen.values()) refused += (await judge(request)) ? 0 : 1;
process.stdout.write(`${seen.size} requests, ${refused} refused\n`);
await stripe.close();
if (refused > 0) process.exitCode = 1;

/** Every method of the client, with all forms of its parameters. */
async function makeRequests(taxes: "0" | "1" | "managed"): Promise<void> {
  const { books } = stripe;
  const settings = { secretKey: "sk_test_123", webhookSecrets: [], apiUrl: stripe.url, taxes };
  const payments = await createPayments(settings, testOffers);
  await payments.readPrices();
  const customerId = await payments.createCustomer(`org_${taxes}`);
  for (const offer of testOffers) {
    const url = await payments.startCheckout({
      customerId,
      organizationId: `org_${taxes}`,
      offer,
      quantity: 1,
      successUrl: "http://engine.test/credits?checkout=paid",
      cancelUrl: "http://engine.test/credits?checkout=canceled",
      requestKey: `${taxes}-${offer.priceId}`,
    });
    if (offer.priceId !== "price_team") books.pay(url.split("/").at(-1) ?? "");
  }
  const charge = [...books.charges.values()].at(-1);
  const subscription = [...books.subscriptions.values()].at(-1);
  if (charge === undefined || subscription === undefined) throw new Error("expected a payment");
  books.dispute(charge);
  await payments.findCustomerOfCharge(charge.id);
  const since = new Date(0);
  await payments.readCustomer(customerId, since);
  const subscriptionId = subscription.id;
  const [pro, team, year] = testOffers.filter((offer) => offer.kind === "plan");
  if (pro === undefined || team === undefined || year === undefined)
    throw new Error("expected three plans");
  await payments.changePlan({ subscriptionId, offer: team, isUpgrade: true });
  await payments.changePlan({ subscriptionId, offer: pro, isUpgrade: false });
  await payments.changePlan({ subscriptionId, offer: year, isUpgrade: false });
  await payments.changePlan({ subscriptionId, offer: null, isUpgrade: false });
  await payments.changePlan({ subscriptionId, offer: team, isUpgrade: false });
  await payments.openPortal({ customerId, returnUrl: "http://engine.test/credits" });
  await payments.endSubscription(subscriptionId);
}

/** Requests that differ only in ids are one. */
function keyOf({ method, path, body }: StripeRequest): string {
  return `${method} ${path} ${body}`.replaceAll(/_\d{8}x\d+/g, "");
}

async function judge({ method, path, body: sent }: StripeRequest): Promise<boolean> {
  const body = changedSince.reduce((text, [now, before]) => text.replace(now, before), sent);
  const response = await fetch(new URL(path, judgeUrl), {
    method,
    headers: {
      Authorization: "Bearer sk_test_123",
      "Content-Type": "application/x-www-form-urlencoded",
    },
    ...(method === "GET" ? {} : { body }),
  });
  const answer = await response.text();
  process.stdout.write(`${response.status} ${method} ${path.split("?")[0] ?? ""}\n`);
  if (!response.ok) process.stderr.write(`${body}\n${answer}\n`);
  return response.ok;
}
