import { mailHours, type MailContent } from "#domain/mail.ts";

import { Mail } from "./entities/mail.ts";
import { createId } from "./ids.ts";
import type { EntityManager } from "./orm.ts";
import { addToOutbox } from "./outbox.ts";
import type { Vault } from "./vault.ts";

export interface NewMail {
  readonly to: string;
  /** Null for an address that may be nobody's yet. */
  readonly accountId: string | null;
  readonly organizationId: string | null;
  readonly content: MailContent;
  /** When it was asked for. */
  readonly now: Date;
}

/**
 * Writes a mail and the message that starts its sending, in the transaction that `em` is in: it is
 * sent when that commits, or never. What it says is sealed.
 */
export async function enqueueMail(
  em: EntityManager,
  vault: Vault,
  { to, accountId, organizationId, content, now }: NewMail,
): Promise<string> {
  const id = createId("mail");
  const { template } = content;
  const expiresAt = new Date(now.getTime() + mailHours[template] * 3_600_000);
  const sealed = vault.seal(JSON.stringify({ to, content }), placeOf(id));
  await em.insert(Mail, {
    id,
    organizationId,
    accountId,
    template,
    content: sealed,
    expiresAt,
  });
  await addToOutbox(em, { kind: "mail", subjectId: id, organizationId });
  return id;
}

function placeOf(mailId: string): { purpose: string; owner: string } {
  return { purpose: "mail", owner: mailId };
}
