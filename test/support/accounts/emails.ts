import { takeEmail } from "#db/email/emails.ts";
import { Email } from "#db/entities/email.ts";
import type { MikroORM } from "#db/orm.ts";
import type { EmailTemplate } from "#domain/notifications/email.ts";
import { testVault } from "#test/support/api.ts";

export interface WaitingEmail {
  readonly template: EmailTemplate;
  /** Empty when the email contains none. */
  readonly token: string;
  readonly invitationId: string;
}

/** Reads the queued emails to an email address, oldest first, decrypted as the worker does. */
export async function readEmails(orm: MikroORM, address: string): Promise<WaitingEmail[]> {
  const waiting = await orm.em.fork().find(Email, { state: "queued" }, { orderBy: { id: "asc" } });
  const opened = await Promise.all(
    waiting.map(async ({ id }) => takeEmail(orm.em.fork(), testVault, id)),
  );
  return opened.flatMap((mail) => {
    if (mail.state !== "queued" || mail.to !== address) return [];
    return [{ token: "", invitationId: "", ...mail.content }];
  });
}
