import { recordGauge } from "#db/engine-gauges.ts";
import { BillingCustomer } from "#db/entities/billing.ts";
import type { EntityManager } from "#db/orm.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

import { syncCustomer, type SyncDependencies } from "./sync-customer.ts";

/** Customers per maintenance turn; each is about five requests to Stripe. */
const customersMax = 20;

/** Name of the gauge that is written when all customers have been read. */
export const billingReconciled = "billing_reconciled";

/**
 * Reads the next customers after an organization, whatever events have arrived: lost events cost a day, and no money. A customer
 * that cannot be read becomes a problem. The last turn records that all were read.
 */
export async function reconcileBilling(
  em: EntityManager,
  {
    after,
    ...dependencies
  }: SyncDependencies & {
    readonly after: string | null;
    readonly onFailure: (error: unknown, subject: string) => void;
  },
): Promise<MaintenanceTurn> {
  const customers = await em.find(
    BillingCustomer,
    { organizationId: { $gt: after ?? "" }, stripeCustomerId: { $ne: null } },
    { orderBy: { organizationId: "asc" }, limit: customersMax, refresh: true },
  );
  for (const { organizationId, stripeCustomerId } of customers) {
    try {
      await syncCustomer(em, stripeCustomerId ?? "", dependencies);
    } catch (error) {
      dependencies.onFailure(error, organizationId);
      await em.nativeUpdate(
        BillingCustomer,
        { organizationId },
        { problems: ["the last reconciliation has failed"] },
      );
    }
  }
  const last = customers.at(-1);
  if (customers.length === customersMax && last !== undefined) {
    return { changed: customers.length, next: last.organizationId };
  }
  await recordGauge(em, billingReconciled, await countUnmatched(em));
  return { changed: customers.length, next: null };
}

/** Counts customers with something that an operator has to look at. */
export async function countUnmatched(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(
    `select count(*)::int as count from billing_customers where problems <> '{}'`,
  );
  if (row === undefined) throw new Error("expected a count");
  return row.count;
}
