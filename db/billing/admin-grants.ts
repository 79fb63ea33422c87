import { CheckConstraintViolationException } from "@mikro-orm/core";

import { type Actor, recordAudit } from "#db/audit.ts";
import { Organization } from "#db/entities/account.ts";
import { CreditEntry } from "#db/entities/credits.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

export interface AdminGrant {
  readonly organizationId: string;
  /** Positive for a grant, negative for a correction that takes credits away; never zero. */
  readonly credits: number;
  readonly reason: string;
  /** Time at which the unused rest of a grant expires; null for never. */
  readonly expiresAt: Date | null;
  /** Null when the request had no idempotency key. */
  readonly idempotencyKey: string | null;
  readonly actor: Actor;
}

/**
 * Grants credits to an organization or takes some away. A repeated call with the same key returns the first
 * entry. Throws `organization_not_found`, `correction_too_large` when a correction exceeds the available
 * credits, and `idempotency_mismatch` when the key was used for a different grant.
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

/** Returns null when an entry with the key already exists. */
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
    creditsOfEntry(first) === grant.credits &&
    first.reason === grant.reason &&
    (first.expiresAt?.getTime() ?? null) === (grant.expiresAt?.getTime() ?? null);
  if (!isSame) throw new AppError("idempotency_mismatch");
  return first;
}

/** Signed change of the available credits by an entry. */
export function creditsOfEntry({ toBucket, amount }: CreditEntry): number {
  return toBucket === "available" ? amount : -amount;
}

/** Prefixed, to avoid collisions with the engine's own ledger keys. */
function ledgerKeyOf({ idempotencyKey }: AdminGrant): string | null {
  return idempotencyKey === null ? null : `admin/${idempotencyKey}`;
}
