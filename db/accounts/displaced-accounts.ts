import { recordAudit } from "#db/audit.ts";
import { Account, ApiKey } from "#db/entities/account.ts";
import { AccountToken } from "#db/entities/email.ts";
import { Session } from "#db/entities/sign-in.ts";
import type { EntityManager } from "#db/orm.ts";

import type { From } from "./accounts.ts";

/**
 * Closes an account whose unverified email address belongs to another person, who has proved access to the
 * mailbox. Disables password, sessions, keys and emailed tokens, and frees the email address. Closes
 * organizations that have no other member.
 */
export async function displaceAccount(
  em: EntityManager,
  accountId: string,
  { from, now }: { from: From; now: Date },
): Promise<void> {
  await em.nativeUpdate(
    Account,
    { id: accountId },
    {
      // Unique, and undeliverable by definition (RFC 2606).
      email: `${accountId}@displaced.invalid`,
      displayName: null,
      passwordHash: null,
      // Its data is erased as after a closure, but without a grace period.
      status: "closing",
      closesAt: now,
      statusReason: "Another person has verified the email address.",
      updatedAt: now,
    },
  );
  await em.nativeUpdate(
    Session,
    { accountId, endedAt: null },
    { endedAt: now, endReason: "closed" },
  );
  await em.nativeUpdate(ApiKey, { accountId, revokedAt: null }, { revokedAt: now });
  await em.nativeDelete(AccountToken, { accountId });
  const closed = await em.execute<{ id: string }[]>(
    `update organizations o set status = 'closed', updated_at = now()
     where o.id in (select organization_id from memberships where account_id = ?)
       and not exists (
         select 1 from memberships m where m.organization_id = o.id and m.account_id <> ?)
     returning o.id`,
    [accountId, accountId],
  );
  await recordAudit(em, {
    ...from,
    organizationId: closed[0]?.id ?? null,
    action: "account.displaced",
    targetType: "account",
    targetId: accountId,
    after: { closedOrganizations: closed.map(({ id }) => id) },
  });
}
