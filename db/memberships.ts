import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Locks a membership until the transaction of `em` ends. Rows written for the member commit before the
 * membership can end, so `removeMember` finds and revokes them. A transaction that also locks the
 * organization must do so first. Throws `outside_organization`.
 */
export async function holdMembership(
  em: EntityManager,
  { organizationId, accountId }: { organizationId: string; accountId: string | null | undefined },
): Promise<void> {
  const held = await em.execute<{ role: string }[]>(
    `select role from memberships where organization_id = ? and account_id = ? for key share`,
    [organizationId, accountId ?? null],
  );
  if (held.length === 0) throw new AppError("outside_organization");
}
