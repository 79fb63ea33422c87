import { recordAudit } from "#db/audit.ts";
import { BillingPurchase } from "#db/entities/billing.ts";
import { CreditAccount } from "#db/entities/credits.ts";
import type { EntityManager } from "#db/orm.ts";
import type { CustomerState } from "#domain/billing/payments.ts";

import { ledgerPrefix } from "./grant-purchases.ts";

/**
 * Takes back the credits whose money has gone back: the same share of the credits as of the payment, rounded down. Credits
 * that are spent or held already cannot be taken: they stay on the purchase as `unrecoveredCredits`.
 */
export async function takeBackReversed(
  em: EntityManager,
  { organizationId, state }: { readonly organizationId: string; readonly state: CustomerState },
): Promise<void> {
  for (const { paymentIntent, paid, reversed } of state.reversals) {
    const purchases = await em.find(
      BillingPurchase,
      { organizationId, paymentIntent },
      { refresh: true },
    );
    for (const purchase of purchases) {
      const target = Math.floor((purchase.credits * reversed) / paid);
      if (target > purchase.reversedCredits) await takeBack(em, purchase, target);
    }
  }
}

async function takeBack(
  em: EntityManager,
  purchase: BillingPurchase,
  target: number,
): Promise<void> {
  const { organizationId, source } = purchase;
  // Locks the balance, so that no job takes the credits between this statement and the next.
  await em.execute(`select settle_open_grants(?)`, [organizationId]);
  const account = await em.findOneOrFail(CreditAccount, organizationId, { refresh: true });
  const due = target - purchase.reversedCredits;
  const taken = Math.min(account.available, due);
  if (taken > 0) {
    await em.execute(
      `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, reason, idempotency_key)
       values (?, 'correction', ?, 'available', 'issued', 'refunded payment', ?)`,
      [organizationId, taken, `${ledgerPrefix}refund/${source}/${target}`],
    );
    await recordAudit(em, {
      organizationId,
      action: "credits.corrected",
      targetType: "organization",
      targetId: organizationId,
      after: { credits: -taken, source },
    });
  }
  purchase.reversedCredits = target;
  purchase.unrecoveredCredits += due - taken;
  await em.flush();
}
