import { createHash } from "node:crypto";

import { FreeGrant } from "#db/entities/credits.ts";
import type { EntityManager } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import { mailboxOf } from "#domain/accounts/mailbox.ts";
import { periodOf } from "#domain/billing/plans.ts";

/**
 * Claims a month's free credits for an organization, in the transaction of `em`. Each verified owner's
 * mailbox can claim for one organization, so additional organizations or alias email addresses of one mailbox
 * do not yield more free credits. Returns false when the organization already has its grant, or the mailboxes
 * of all verified owners are used up.
 */
export async function claimFreeGrant(
  em: EntityManager,
  { organizationId, period }: { organizationId: string; period: string },
): Promise<boolean> {
  // Prevents concurrent grants of one organization from claiming the mailboxes of two owners.
  await em.execute(`select 1 from credit_accounts where organization_id = ? for update`, [
    organizationId,
  ]);
  const owners = await em.execute<{ email: string }[]>(
    `select a.email from memberships m join accounts a on a.id = m.account_id
     where m.organization_id = ? and m.role = 'owner' and a.email_verified_at is not null
       and not exists (
         select from credit_entries e
         where e.organization_id = m.organization_id and e.kind = 'grant' and e.period = ?)
     order by m.created_at, a.id`,
    [organizationId, period],
  );
  for (const { email } of owners) {
    const claimed = await em.execute<{ period: string }[]>(
      `insert into free_grants (period, mailbox) values (?, ?) on conflict do nothing returning period`,
      [period, hashOf(email)],
    );
    if (claimed.length === 1) return true;
  }
  return false;
}

/** Claims of past months. */
export const pastFreeGrants = expiredRows(FreeGrant, (now) => ({ period: { $lt: periodOf(now) } }));

/** A hash, because the claim outlives an account that is erased within the month. */
function hashOf(email: string): Buffer {
  return createHash("sha256").update(mailboxOf(email)).digest();
}
