/** Objects of Stripe, with the fields that the engine reads. Times are seconds. */
export interface Price {
  readonly id: string;
  readonly amount: number;
  readonly currency?: string;
  readonly interval?: "month" | "year";
  readonly active?: boolean;
}

export interface Session {
  readonly id: string;
  readonly customer: string;
  readonly mode: string;
  readonly price: string;
  readonly quantity: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
  readonly successUrl: string;
  status: "open" | "complete" | "expired";
  paymentStatus: "unpaid" | "paid";
  paymentIntent: string | null;
}

export interface Subscription {
  readonly id: string;
  readonly customer: string;
  price: string;
  status: string;
  start: number;
  end: number;
  cancelAtPeriodEnd: boolean;
  /** Price of the next month, by a schedule. */
  nextPrice: string | null;
  schedule: string | null;
  /** Price of an upgrade whose payment waits for the customer. */
  pendingPrice: string | null;
}

export interface Invoice {
  readonly id: string;
  readonly customer: string;
  readonly subscription: string;
  readonly price: string;
  readonly start: number;
  readonly end: number;
  readonly created: number;
  status: "open" | "paid" | "void";
  paymentIntent: string | null;
}

export interface Charge {
  readonly id: string;
  readonly customer: string;
  readonly paymentIntent: string;
  readonly amount: number;
  readonly created: number;
  refunded: number;
  dispute: { readonly id: string; status: string } | null;
}

const daySeconds = 86_400;

/** Stripe's memory: what customers do changes it, and leaves events that may arrive in any order, twice or never. */
export class StripeBooks {
  now = Math.floor(Date.now() / 1_000);
  readonly customers = new Map<string, Record<string, string>>();
  readonly sessions = new Map<string, Session>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  readonly charges = new Map<string, Charge>();
  /** Customer → page to which the portal leads back. */
  readonly portals = new Map<string, string>();
  readonly configurations = new Map<string, Record<string, string>>();
  /** Every event since the start, as JSON. */
  readonly events: string[] = [];
  /** The next payment is refused by the bank, or needs the customer. */
  declines = false;
  /** Every request is refused, as in an outage. */
  isDown = false;
  /** Responses to reads wait until it is false again. */
  isSlow = false;
  readonly prices: ReadonlyMap<string, Price>;
  #ids = 0;

  constructor(prices: readonly Price[]) {
    this.prices = new Map(prices.map((price) => [price.id, price]));
  }

  id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}_${this.#ids.toString().padStart(8, "0")}x${process.pid}`;
  }

  /** End of a time that begins now and that one payment of the price pays for. */
  endOf(price: string): number {
    return this.now + (this.prices.get(price)?.interval === "year" ? 365 : 30) * daySeconds;
  }

  amountOf(price: string): number {
    return this.prices.get(price)?.amount ?? 0;
  }

  /** The customer pays on the page of a checkout; a bank transfer arrives later (`settle`). */
  pay(sessionId: string, { isTransfer = false } = {}): void {
    const session = this.sessions.get(sessionId);
    if (session?.status !== "open") return;
    session.status = "complete";
    if (session.mode === "subscription") this.#subscribe(session);
    else if (!isTransfer) this.#charge(session);
    this.note("checkout.session.completed", { customer: session.customer });
  }

  settle(sessionId: string): void {
    const session = this.sessions.get(sessionId);
    if (session?.status !== "complete" || session.paymentStatus === "paid") return;
    this.#charge(session);
    this.note("checkout.session.async_payment_succeeded", { customer: session.customer });
  }

  /** The paid month ends: the subscription is canceled, changed or charged again. */
  renew(subscription: Subscription, { fails = false } = {}): void {
    if (!["active", "past_due"].includes(subscription.status)) return;
    if (subscription.cancelAtPeriodEnd) {
      this.cancel(subscription);
      return;
    }
    this.now = Math.max(this.now, subscription.end);
    subscription.price = subscription.nextPrice ?? subscription.price;
    subscription.nextPrice = null;
    subscription.schedule = null;
    subscription.start = this.now;
    subscription.end = this.endOf(subscription.price);
    const invoice = this.invoice(subscription, subscription.price);
    if (fails) {
      subscription.status = "past_due";
      this.note("invoice.payment_failed", { customer: subscription.customer });
    } else this.payInvoice(invoice);
    this.note("customer.subscription.updated", { customer: subscription.customer });
  }

  /** All attempts to charge the card have failed. */
  giveUp(subscription: Subscription): void {
    if (subscription.status !== "past_due") return;
    subscription.status = "unpaid";
    this.note("customer.subscription.updated", { customer: subscription.customer });
  }

  /** The customer pays open invoices in the portal. */
  payOpen(subscription: Subscription): void {
    for (const invoice of this.invoices.values()) {
      if (invoice.subscription === subscription.id && invoice.status === "open") {
        this.payInvoice(invoice);
      }
    }
    if (subscription.pendingPrice !== null) this.change(subscription, subscription.pendingPrice);
    if (["past_due", "unpaid"].includes(subscription.status)) subscription.status = "active";
    this.note("customer.subscription.updated", { customer: subscription.customer });
  }

  cancel(subscription: Subscription): void {
    if (subscription.status === "canceled") return;
    subscription.status = "canceled";
    this.note("customer.subscription.deleted", { customer: subscription.customer });
  }

  change(subscription: Subscription, price: string): void {
    subscription.price = price;
    subscription.pendingPrice = null;
    subscription.start = this.now;
    subscription.end = this.endOf(price);
  }

  refund(charge: Charge, amount: number): void {
    charge.refunded = Math.min(charge.amount, charge.refunded + amount);
    this.note("charge.refunded", { customer: charge.customer });
  }

  dispute(charge: Charge): void {
    if (charge.dispute !== null) return;
    charge.dispute = { id: this.id("dp"), status: "needs_response" };
    this.note("charge.dispute.created", { charge: charge.id });
  }

  closeDispute({ dispute, id }: Charge, status: "won" | "lost"): void {
    if (dispute?.status !== "needs_response") return;
    dispute.status = status;
    this.note("charge.dispute.closed", { charge: id });
  }

  invoice({ id: subscription, customer }: Subscription, price: string): Invoice {
    const invoice: Invoice = {
      id: this.id("in"),
      customer,
      subscription,
      price,
      start: this.now,
      end: this.endOf(price),
      created: this.now,
      status: "open",
      paymentIntent: null,
    };
    this.invoices.set(invoice.id, invoice);
    return invoice;
  }

  payInvoice(invoice: Invoice): void {
    invoice.status = "paid";
    invoice.paymentIntent = this.#take(invoice.customer, this.amountOf(invoice.price));
    this.note("invoice.paid", { customer: invoice.customer });
  }

  note(type: string, object: Readonly<Record<string, string>>): void {
    this.events.push(
      JSON.stringify({
        id: this.id("evt"),
        object: "event",
        api_version: "2026-10-28.endive",
        created: this.now,
        livemode: false,
        type,
        data: { object: { id: this.id("obj"), ...object } },
      }),
    );
  }

  #subscribe(session: Session): void {
    const subscription: Subscription = {
      id: this.id("sub"),
      customer: session.customer,
      price: session.price,
      status: "active",
      start: this.now,
      end: this.endOf(session.price),
      cancelAtPeriodEnd: false,
      nextPrice: null,
      schedule: null,
      pendingPrice: null,
    };
    this.subscriptions.set(subscription.id, subscription);
    session.paymentStatus = "paid";
    this.note("customer.subscription.created", { customer: session.customer });
    this.payInvoice(this.invoice(subscription, session.price));
  }

  #charge(session: Session): void {
    session.paymentStatus = "paid";
    session.paymentIntent = this.#take(
      session.customer,
      this.amountOf(session.price) * session.quantity,
    );
  }

  #take(customer: string, amount: number): string {
    const paymentIntent = this.id("pi");
    const id = this.id("ch");
    this.charges.set(id, {
      id,
      customer,
      paymentIntent,
      amount,
      created: this.now,
      refunded: 0,
      dispute: null,
    });
    return paymentIntent;
  }
}
