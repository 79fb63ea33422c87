import { recordAudit } from "#db/audit.ts";
import { BillingPurchase } from "#db/entities/billing.ts";
import type { EntityManager } from "#db/orm.ts";
import type { PurchasedGrant } from "#domain/billing/purchased-grants.ts";

/** Start of the ledger's key of everything that Stripe is the reason for. */
export const ledgerPrefix = "stripe/";

/**
 * Grants the credits of purchases once each: the row and the key of its ledger entry are unique. A purchase of a price that is
 * not sold gives none and becomes a problem.
 */
export async function grantPurchases(
  em: EntityManager,
  {
    organizationId,
    grants,
  }: { readonly organizationId: string; readonly grants: readonly PurchasedGrant[] },
): Promise<void> {
  await em.execute(
    `insert into credit_accounts (organization_id) values (?) on conflict do nothing`,
    [organizationId],
  );
  const known = await em.find(BillingPurchase, {
    source: { $in: grants.map(({ source }) => source) },
  });
  const sources = new Set(known.map(({ source }) => source));
  for (const purchased of grants) {
    if (purchased.credits === 0 || sources.has(purchased.source)) continue;
    await grant(em, organizationId, purchased);
  }
}

async function grant(
  em: EntityManager,
  organizationId: string,
  { source, credits, amount, expiresAt, purchase }: PurchasedGrant,
): Promise<void> {
  const { paymentIntent, kind, currency } = purchase;
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
