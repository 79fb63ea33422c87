import { recordAudit } from "#db/audit.ts";
import { BillingPurchase } from "#db/entities/billing.ts";
import type { EntityManager } from "#db/orm.ts";
import {
  type CustomerState,
  findOffer,
  type Payments,
  type Purchase,
} from "#domain/billing/payments.ts";

/** Start of the ledger's key of everything that Stripe is the reason for. */
export const ledgerPrefix = "stripe/";

/**
 * Grants the credits of each purchase once: the row of the purchase and the key of its ledger entry are unique. Credits follow
 * from the table of offers; a purchase that is not in it gives none and becomes a problem.
 */
export async function grantPurchases(
  em: EntityManager,
  {
    organizationId,
    state,
    payments,
  }: {
    readonly organizationId: string;
    readonly state: CustomerState;
    readonly payments: Payments;
  },
): Promise<void> {
  await em.execute(
    `insert into credit_accounts (organization_id) values (?) on conflict do nothing`,
    [organizationId],
  );
  const known = await em.find(BillingPurchase, {
    source: { $in: state.purchases.map(({ source }) => source) },
  });
  const sources = new Set(known.map(({ source }) => source));
  for (const purchase of state.purchases) {
    const credits = (findOffer(payments.offers, purchase)?.credits ?? 0) * purchase.quantity;
    if (credits === 0 || sources.has(purchase.source)) continue;
    await grant(em, organizationId, purchase, credits);
  }
}

async function grant(
  em: EntityManager,
  organizationId: string,
  purchase: Purchase,
  credits: number,
): Promise<void> {
  const { source, paymentIntent, kind, amount, currency, expiresAt } = purchase;
  const reason = kind === "plan" ? "paid month of the plan" : "purchased credits";
  const rows = await em.execute<{ id: string }[]>(
    `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, expires_at, reason,
       idempotency_key)
     values (?, 'grant', ?, 'issued', 'available', ?, ?, ?)
     on conflict (organization_id, idempotency_key) where idempotency_key is not null do nothing
     returning id`,
    [organizationId, credits, expiresAt, reason, `${ledgerPrefix}${source}`],
  );
  await em.insert(BillingPurchase, {
    source,
    organizationId,
    paymentIntent,
    kind,
    credits,
    amount,
    currency,
  });
  if (rows.length === 0) return;
  await recordAudit(em, {
    organizationId,
    action: "credits.purchased",
    targetType: "organization",
    targetId: organizationId,
    after: { credits, amount, currency, source },
  });
}
