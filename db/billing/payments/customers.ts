import { BillingCustomer } from "#db/entities/billing.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Payments } from "#domain/billing/payments.ts";

/**
 * Returns the organization's customer at Stripe, and creates it before the first payment. The row comes first, and Stripe's
 * idempotency key is the organization, so concurrent calls share one customer.
 */
export async function ensureCustomer(
  em: EntityManager,
  payments: Payments,
  organizationId: string,
): Promise<string> {
  await em.execute(
    `insert into billing_customers (organization_id, livemode) values (?, ?) on conflict do nothing`,
    [organizationId, payments.livemode],
  );
  const found = await findCustomerId(em, organizationId);
  if (found !== null) return found;
  const created = await payments.createCustomer(organizationId);
  await em.nativeUpdate(
    BillingCustomer,
    { organizationId, stripeCustomerId: null },
    { stripeCustomerId: created },
  );
  return (await findCustomerId(em, organizationId)) ?? created;
}

/** Null for an organization that has never paid. */
export async function findCustomerId(
  em: EntityManager,
  organizationId: string,
): Promise<string | null> {
  const customer = await em.findOne(BillingCustomer, organizationId, { refresh: true });
  return customer?.stripeCustomerId ?? null;
}

/** True when the database has customers of Stripe's other mode, whose payments this key cannot read. */
export async function hasOtherMode(
  em: EntityManager,
  { livemode }: Pick<Payments, "livemode">,
): Promise<boolean> {
  return (await em.count(BillingCustomer, { livemode: !livemode })) > 0;
}
