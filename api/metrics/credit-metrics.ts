import type { Registry } from "prom-client";

import { sumBalances } from "#db/billing/sum-balances.ts";
import type { MikroORM } from "#db/orm.ts";

import { registerMeasuredGauges } from "./measured-gauges.ts";

/** Credits of all organizations, read from PostgreSQL on each scrape. */
export function registerCreditMetrics(registry: Registry, orm: MikroORM): void {
  registerMeasuredGauges(
    registry,
    {
      held: { name: "gme_credits_held", help: "Credits that are held for open jobs and runs." },
      available: {
        name: "gme_credits_available",
        help: "Credits that organizations can spend.",
      },
    },
    async () => sumBalances(orm.em.fork()),
  );
}
