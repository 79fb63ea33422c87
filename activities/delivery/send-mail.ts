import type { ActivityDependencies } from "#activities/dependencies.ts";
import { heartbeating } from "#activities/heartbeating.ts";
import { finishMail, noteMailError, takeMail } from "#db/email/mails.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { MailState } from "#domain/notifications/mail.ts";

import { composeMail } from "./compose-mail.ts";

/**
 * Sends a queued email. Delivery is at least once, with the same Message-ID: an email is sent again when this
 * process dies after the server's response and before the row is updated. Throws `mail_refused` and
 * `mail_unreachable`.
 */
export function createSendMail({
  orm,
  vault,
  mailer,
  frontUrl,
  logger,
}: Pick<ActivityDependencies, "orm" | "vault" | "mailer" | "frontUrl" | "logger">) {
  return async function runSendMail({
    mailId,
  }: {
    mailId: string;
  }): Promise<{ state: MailState | "deleted" }> {
    const mail = await takeMail(orm.em.fork(), vault, mailId);
    if (mail.state !== "queued") return { state: mail.state };
    if (mail.expiresAt <= new Date()) {
      await finishMail(orm.em.fork(), { mailId, state: "expired" });
      return { state: "expired" };
    }
    const { to, content, createdAt } = mail;
    try {
      const words = composeMail(content, { frontUrl, createdAt });
      const written = await heartbeating(async () => mailer({ mailId, to, createdAt, ...words }));
      const { template } = content;
      if (written === null) logger.info({ mailId, template }, "email sent");
      else
        logger.info(
          { mailId, template, ...written },
          "email written to a file; SMTP_URL is not set",
        );
    } catch (error) {
      if (error instanceof AppError)
        await noteMailError(orm.em.fork(), { mailId, error: wordOf(error) });
      throw error;
    }
    await finishMail(orm.em.fork(), { mailId, state: "sent" });
    return { state: "sent" };
  };
}

function wordOf({ code, details }: AppError): string {
  const words = [code, details["code"], details["responseCode"]];
  return words
    .flatMap((word) => (word === undefined ? [] : String(word as string | number)))
    .join(" ");
}

/** Ends an email that could not be sent. */
export function createGiveUpMail({ orm, logger }: Pick<ActivityDependencies, "orm" | "logger">) {
  return async function runGiveUpMail({
    mailId,
    code,
  }: {
    mailId: string;
    code: ErrorCode;
  }): Promise<void> {
    await finishMail(orm.em.fork(), { mailId, state: "failed" });
    logger.error({ mailId, code }, "email abandoned");
  };
}
