import type { EntityManager } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import type { TemplatedEmail } from "#domain/notifications/email.ts";

import { enqueueEmail } from "./emails.ts";

/** Queues an email to every owner with a verified email address, in the transaction of `em`. */
export async function emailOwners(
  em: EntityManager,
  vault: Vault,
  {
    organizationId,
    content,
    now,
  }: { readonly organizationId: string; readonly content: TemplatedEmail; readonly now: Date },
): Promise<void> {
  const owners = await em.execute<{ id: string; email: string }[]>(
    `select a.id, a.email from memberships m join accounts a on a.id = m.account_id
     where m.organization_id = ? and m.role = 'owner' and a.status = 'active'
       and a.email_verified_at is not null order by a.id`,
    [organizationId],
  );
  for (const { id: accountId, email } of owners) {
    await enqueueEmail(em, vault, { to: email, accountId, organizationId, content, now });
  }
}
