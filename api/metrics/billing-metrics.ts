import type { Registry } from "prom-client";

import { billingReconciled, countUnmatched } from "#db/billing/payments/reconcile.ts";
import { findGaugeAge } from "#db/engine-gauges.ts";
import { BillingCustomer } from "#db/entities/billing.ts";
import type { MikroORM } from "#db/orm.ts";

import { registerMeasuredGauges } from "./measured-gauges.ts";

/** Differences between Stripe and the ledger, and the age of the last comparison, read from PostgreSQL on each scrape. */
export function registerBillingMetrics(registry: Registry, orm: MikroORM): void {
  registerMeasuredGauges(
    registry,
    {
      unmatched: {
        name: "gme_billing_unmatched",
        help: "Customers at Stripe whose payments and credits need an operator.",
      },
      reconciledSeconds: {
        name: "gme_billing_reconciled_seconds",
        help: "Time since all customers at Stripe were compared with the ledger; 0 without customers.",
      },
    },
    async () => {
      const em = orm.em.fork();
      const hasCustomers = (await em.count(BillingCustomer)) > 0;
      const age = (await findGaugeAge(em, billingReconciled)) ?? Infinity;
      return {
        unmatched: await countUnmatched(em),
        reconciledSeconds: hasCustomers ? age : 0,
      };
    },
  );
}
