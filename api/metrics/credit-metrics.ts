import type { Registry } from "prom-client";

import { sumBalances } from "#db/billing/sum-balances.ts";
import { booksVerified } from "#db/billing/verify-books.ts";
import { findGaugeAge } from "#db/engine-gauges.ts";
import { BookFinding } from "#db/entities/status.ts";
import type { MikroORM } from "#db/orm.ts";

import { registerMeasuredGauges } from "./measured-gauges.ts";

/** Credits of all organizations, and what the nightly check of the books has found, read from PostgreSQL on each scrape. */
export function registerCreditMetrics(registry: Registry, orm: MikroORM): void {
  registerMeasuredGauges(
    registry,
    {
      held: { name: "gme_credits_held", help: "Credits that are held for open jobs and runs." },
      available: {
        name: "gme_credits_available",
        help: "Credits that organizations can spend.",
      },
      wrong: {
        name: "gme_books_wrong",
        help: "Violations that the last check of the books has found.",
      },
      verifiedSeconds: {
        name: "gme_books_verified_seconds",
        help: "Time since the last check of all books; +Inf before the first.",
      },
    },
    async () => {
      const em = orm.em.fork();
      return {
        ...(await sumBalances(em)),
        wrong: await em.count(BookFinding),
        verifiedSeconds: (await findGaugeAge(em, booksVerified)) ?? Infinity,
      };
    },
  );
}
