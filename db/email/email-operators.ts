import type { EntityManager } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import type { TemplatedEmail } from "#domain/notifications/email.ts";

import { enqueueEmail } from "./emails.ts";

/** Queues an email to every active operator with a verified email address, in the transaction of `em`. */
export async function emailOperators(
  em: EntityManager,
  vault: Vault,
  { content, now }: { readonly content: TemplatedEmail; readonly now: Date },
): Promise<void> {
  const operators = await em.execute<{ id: string; email: string }[]>(
    `select id, email from accounts
     where is_operator and status = 'active' and email_verified_at is not null order by id`,
  );
  for (const { id: accountId, email } of operators) {
    await enqueueEmail(em, vault, { to: email, accountId, organizationId: null, content, now });
  }
}
