import { takeMail } from "#db/email/mails.ts";
import { Mail } from "#db/entities/mail.ts";
import type { MikroORM } from "#db/orm.ts";
import type { MailTemplate } from "#domain/notifications/mail.ts";

import { testVault } from "./api.ts";

export interface WaitingMail {
  readonly template: MailTemplate;
  /** Empty when the email contains none. */
  readonly token: string;
  readonly invitationId: string;
}

/** Reads the queued emails to an email address, oldest first, decrypted as the worker does. */
export async function readMails(orm: MikroORM, address: string): Promise<WaitingMail[]> {
  const waiting = await orm.em.fork().find(Mail, { state: "queued" }, { orderBy: { id: "asc" } });
  const opened = await Promise.all(
    waiting.map(async ({ id }) => takeMail(orm.em.fork(), testVault, id)),
  );
  return opened.flatMap((mail) => {
    if (mail.state !== "queued" || mail.to !== address) return [];
    return [{ token: "", invitationId: "", ...mail.content }];
  });
}
