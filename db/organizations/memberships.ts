import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Holds a membership until the transaction of `em` ends. Whatever is written for the member commits
 * before the membership can end, so its end finds and revokes it. A transaction that locks the
 * organization, too, does that first. Throws `outside_organization`.
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
