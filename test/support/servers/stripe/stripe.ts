import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

import { listenOnFreePort } from "#test/support/servers/listen-on-free-port.ts";

import { type Price, StripeBooks } from "./books.ts";
import { type Form, parseForm, textAt } from "./form.ts";
import {
  listOf,
  presentCharge,
  presentDisputes,
  presentInvoice,
  presentPrice,
  presentSession,
  presentSubscription,
} from "./present.ts";

/** A request as it arrived, for programs that compare it with Stripe's OpenAPI document. */
export interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface TestStripe {
  readonly url: string;
  readonly books: StripeBooks;
  readonly requests: StripeRequest[];
  close(): Promise<void>;
}

type Respond = (given: { readonly id: string; readonly form: Form }) => unknown;

interface Endpoint {
  readonly pattern: RegExp;
  readonly respond: Respond;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/**
 * Stripe with a memory, as a server on a socket: customers, checkouts, subscriptions, invoices, refunds, disputes, idempotency
 * keys. `npm run stripe:judge` compares the engine's requests to it with Stripe's OpenAPI document.
 */
export async function startStripe(prices: readonly Price[]): Promise<TestStripe> {
  const { server, url, close } = await listenOnFreePort();
  const books = new StripeBooks(prices);
  const requests: StripeRequest[] = [];
  const repeated = new Map<string, { readonly body: string; readonly answer: string }>();
  const endpoints = Object.entries(listEndpoints(books, url)).map(([pattern, respond]) => ({
    pattern: new RegExp(`^${pattern.replace(":id", "([^/]+)")}$`),
    respond,
  }));

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url: target = "/" } = request;
    const body = await text(request);
    const { pathname, search } = new URL(target, url);
    requests.push({ method, path: target, body });
    if (method === "GET") while (books.isSlow) await delay(20);
    const key = request.headers["idempotency-key"]?.toString();
    const next = visit(books, pathname);
    if (next !== null) {
      response.writeHead(303, { Location: next }).end();
      return;
    }
    const respond = (status: number, json: string) => {
      response.writeHead(status, { "Content-Type": "application/json" }).end(json);
    };
    try {
      if (books.isDown) throw new Refusal(503, "api_down");
      if (request.headers.authorization?.startsWith("Bearer sk_test_") !== true) {
        throw new Refusal(401, "api_key_invalid");
      }
      const before = key === undefined ? undefined : repeated.get(key);
      if (before !== undefined && before.body !== body) throw new Refusal(400, "idempotency_error");
      if (before !== undefined) {
        respond(200, before.answer);
        return;
      }
      const form = parseForm(method === "GET" ? search.slice(1) : body);
      const answer = JSON.stringify(answerTo(endpoints, `${method} ${pathname}`, form));
      if (key !== undefined && method === "POST") repeated.set(key, { body, answer });
      respond(200, answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, code } = error;
      const type = status === 503 ? "api_error" : "invalid_request_error";
      respond(status, JSON.stringify({ error: { type, code, message: code } }));
    }
  };
  server.on("request", (request, response) => void serve(request, response));
  return { url, books, requests, close };
}

/** A person opens a page of Stripe, pays there, and is sent back; null for the path of an endpoint. */
function visit(books: StripeBooks, path: string): string | null {
  const [, page, id = ""] = path.split("/");
  if (page === "pay") {
    books.pay(id);
    return find(books.sessions, id).successUrl;
  }
  if (page !== "portal") return null;
  for (const subscription of books.subscriptions.values()) {
    if (subscription.customer === id) books.payOpen(subscription);
  }
  return find(books.portals, id);
}

function answerTo(endpoints: readonly Endpoint[], target: string, form: Form): unknown {
  for (const { pattern, respond } of endpoints) {
    const match = pattern.exec(target);
    if (match !== null) return respond({ id: match[1] ?? "", form });
  }
  throw new Refusal(404, "url_invalid");
}

function find<Value>(map: ReadonlyMap<string, Value>, id: string): Value {
  const found = map.get(id);
  if (found === undefined) throw new Refusal(404, "resource_missing");
  return found;
}

function listEndpoints(books: StripeBooks, url: string): Readonly<Record<string, Respond>> {
  const { customers, sessions, subscriptions, invoices, charges, configurations } = books;
  const ofCustomer = <Value extends { customer: string }>(
    map: ReadonlyMap<string, Value>,
    form: Form,
  ) => [...map.values()].filter(({ customer }) => customer === textAt(form, "customer"));
  const isRecent = (form: Form) => {
    const since = Number(textAt(form, "created.gte"));
    return ({ created }: { created: number }) => created >= since;
  };
  const bySchedule = (id: string) => {
    const found = [...subscriptions.values()].find(({ schedule }) => schedule === id);
    if (found === undefined) throw new Refusal(404, "resource_missing");
    return found;
  };
  return {
    "GET /v1/prices/:id": ({ id }) => presentPrice(find(books.prices, id)),
    "POST /v1/customers": ({ form }) => {
      const id = books.id("cus");
      customers.set(id, { organization_id: textAt(form, "metadata.organization_id") });
      return { id, object: "customer" };
    },
    "GET /v1/checkout/sessions": ({ form }) =>
      listOf(
        ofCustomer(sessions, form)
          .filter(({ status }) => status === textAt(form, "status"))
          .filter(isRecent(form))
          .map((session) => presentSession(books, session, url)),
      ),
    "POST /v1/checkout/sessions": ({ form }) => {
      find(customers, textAt(form, "customer"));
      const session = {
        id: books.id("cs"),
        customer: textAt(form, "customer"),
        mode: textAt(form, "mode"),
        price: find(books.prices, textAt(form, "line_items.0.price")).id,
        quantity: Number(textAt(form, "line_items.0.quantity")),
        metadata: { request: textAt(form, "metadata.request") },
        created: books.now,
        successUrl: textAt(form, "success_url"),
        status: "open",
        paymentStatus: "unpaid",
        paymentIntent: null,
      } as const;
      sessions.set(session.id, { ...session });
      return presentSession(books, session, url);
    },
    "POST /v1/checkout/sessions/:id/expire": ({ id }) => {
      const session = find(sessions, id);
      if (session.status !== "open") throw new Refusal(400, "session_not_open");
      session.status = "expired";
      return presentSession(books, session, url);
    },
    "GET /v1/subscriptions": ({ form }) =>
      listOf(ofCustomer(subscriptions, form).map((one) => presentSubscription(books, one))),
    "GET /v1/subscriptions/:id": ({ id }) => presentSubscription(books, find(subscriptions, id)),
    "POST /v1/subscriptions/:id": ({ id, form }) => {
      const subscription = find(subscriptions, id);
      const cancels = textAt(form, "cancel_at_period_end");
      if (cancels !== "") subscription.cancelAtPeriodEnd = cancels === "true";
      const price = textAt(form, "items.0.price");
      if (price !== "") upgrade(books, subscription, price);
      books.note("customer.subscription.updated", { customer: subscription.customer });
      return presentSubscription(books, subscription);
    },
    "DELETE /v1/subscriptions/:id": ({ id }) => {
      books.cancel(find(subscriptions, id));
      return presentSubscription(books, find(subscriptions, id));
    },
    "POST /v1/subscription_schedules": ({ form }) => {
      const subscription = find(subscriptions, textAt(form, "from_subscription"));
      if (subscription.schedule !== null) throw new Refusal(400, "schedule_exists");
      subscription.schedule = books.id("sub_sched");
      return { id: subscription.schedule, object: "subscription_schedule" };
    },
    "GET /v1/subscription_schedules/:id": ({ id }) => ({
      id: bySchedule(id).schedule,
      object: "subscription_schedule",
    }),
    "POST /v1/subscription_schedules/:id": ({ id, form }) => {
      bySchedule(id).nextPrice = textAt(form, "phases.1.items.0.price");
      return { id, object: "subscription_schedule" };
    },
    "POST /v1/subscription_schedules/:id/release": ({ id }) => {
      const subscription = bySchedule(id);
      subscription.schedule = null;
      subscription.nextPrice = null;
      return { id, object: "subscription_schedule" };
    },
    "GET /v1/invoices": ({ form }) =>
      listOf(
        ofCustomer(invoices, form)
          .filter(({ status }) => status === textAt(form, "status"))
          .filter(isRecent(form))
          .map((invoice) => presentInvoice(books, invoice)),
      ),
    "GET /v1/charges": ({ form }) =>
      listOf(ofCustomer(charges, form).filter(isRecent(form)).map(presentCharge)),
    "GET /v1/charges/:id": ({ id }) => presentCharge(find(charges, id)),
    "GET /v1/disputes": ({ form }) =>
      listOf(presentDisputes(find(charges, textAt(form, "charge")))),
    "GET /v1/billing_portal/configurations": () =>
      listOf([...configurations].map(([id, metadata]) => ({ id, metadata }))),
    "POST /v1/billing_portal/configurations": ({ form }) => {
      const id = books.id("bpc");
      configurations.set(id, { gme_portal: textAt(form, "metadata.gme_portal") });
      return { id, object: "billing_portal.configuration" };
    },
    "POST /v1/billing_portal/sessions": ({ form }) => {
      find(customers, textAt(form, "customer"));
      find(configurations, textAt(form, "configuration"));
      books.portals.set(textAt(form, "customer"), textAt(form, "return_url"));
      return { object: "billing_portal.session", url: `${url}/portal/${textAt(form, "customer")}` };
    },
  };
}

/** A full month of the new price at once; with a declined card the old plan stays until it is paid. */
function upgrade(
  books: StripeBooks,
  subscription: Parameters<StripeBooks["renew"]>[0],
  price: string,
): void {
  if (subscription.schedule !== null) throw new Refusal(400, "subscription_has_schedule");
  const invoice = books.invoice(subscription, price);
  if (books.declines) {
    subscription.pendingPrice = price;
    return;
  }
  books.payInvoice(invoice);
  books.change(subscription, price);
}
