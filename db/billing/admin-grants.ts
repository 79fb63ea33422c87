import { CheckConstraintViolationException } from "@mikro-orm/core";

import { type AuditAct, recordAudit } from "#db/audit.ts";
import { Organization } from "#db/entities/account.ts";
import { CreditEntry } from "#db/entities/credits.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

/** Who acts and from where; what is done is said by the function that does it. */
type Actor = Omit<AuditAct, "action" | "targetType" | "targetId" | "before" | "after">;

export interface AdminGrant {
  readonly organizationId: string;
  /** Positive: a grant. Negative: a correction, which takes credits away. Never zero. */
  readonly credits: number;
  readonly reason: string;
  /** When what is left of a grant expires; null: never. */
  readonly expiresAt: Date | null;
  /** Null when the request named none. */
  readonly idempotencyKey: string | null;
  readonly actor: Actor;
}

/**
 * Gives an organization credits or takes some away. A second call with the same key gives the line
 * of the first. Throws `organization_not_found`, `correction_too_large` when less is available than
 * is to be taken, and `idempotency_mismatch` for another grant with the key.
 */
export async function postAdminGrant(em: EntityManager, grant: AdminGrant): Promise<CreditEntry> {
  return em.transactional(async (tx) => {
    const { organizationId, credits, reason, expiresAt, actor } = grant;
    const organization = await tx.findOne(Organization, organizationId);
    if (organization === null) {
      throw new AppError("organization_not_found", { details: { organizationId } });
    }
    await tx.execute(
      `insert into credit_accounts (organization_id) values (?) on conflict do nothing`,
      [organizationId],
    );
    const id = await insertEntry(tx, grant);
    if (id === null) return findFirst(tx, grant);
    await recordAudit(tx, {
      ...actor,
      organizationId,
      action: credits > 0 ? "credits.granted" : "credits.corrected",
      targetType: "organization",
      targetId: organizationId,
      after: { credits, reason, expiresAt: expiresAt?.toISOString() ?? null },
    });
    return tx.findOneOrFail(CreditEntry, id);
  });
}

/** Null when there is a line with the key already. */
async function insertEntry(em: EntityManager, grant: AdminGrant): Promise<bigint | null> {
  const { organizationId, credits, reason, expiresAt, actor } = grant;
  const moves =
    credits > 0 ? ["grant", "issued", "available"] : ["correction", "available", "issued"];
  try {
    const [row] = await em.execute<{ id: string }[]>(
      `insert into credit_entries (organization_id, kind, from_bucket, to_bucket, amount, reason,
         expires_at, idempotency_key, actor_account_id)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (organization_id, idempotency_key) where idempotency_key is not null do nothing
       returning id`,
      [
        organizationId,
        ...moves,
        Math.abs(credits),
        reason,
        expiresAt,
        ledgerKeyOf(grant),
        actor.actorAccountId ?? null,
      ],
    );
    return row === undefined ? null : BigInt(row.id);
  } catch (error) {
    const isOverdrawn =
      error instanceof CheckConstraintViolationException &&
      error.message.includes("credit_accounts_available_not_negative");
    if (isOverdrawn) throw new AppError("correction_too_large", { cause: error });
    throw error;
  }
}

async function findFirst(em: EntityManager, grant: AdminGrant): Promise<CreditEntry> {
  const first = await em.findOneOrFail(CreditEntry, {
    organizationId: grant.organizationId,
    idempotencyKey: ledgerKeyOf(grant),
  });
  const isSame =
    creditsOf(first) === grant.credits &&
    first.reason === grant.reason &&
    (first.expiresAt?.getTime() ?? null) === (grant.expiresAt?.getTime() ?? null);
  if (!isSame) throw new AppError("idempotency_mismatch");
  return first;
}

/** What an entry did to the available credits, with its sign. */
export function creditsOf({ toBucket, amount }: CreditEntry): number {
  return toBucket === "available" ? amount : -amount;
}

/** Apart from the keys that the engine itself gives to its lines. */
function ledgerKeyOf({ idempotencyKey }: AdminGrant): string | null {
  return idempotencyKey === null ? null : `admin/${idempotencyKey}`;
}
