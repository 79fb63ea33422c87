import type { ActivityDependencies } from "#activities/dependencies.ts";
import { heartbeating } from "#activities/heartbeating.ts";
import { finishEmail, noteEmailError, takeEmail } from "#db/email/emails.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { EmailState } from "#domain/notifications/email.ts";

import { composeEmail } from "./compose-email.ts";

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
  }): Promise<{ state: EmailState | "deleted" }> {
    const email = await takeEmail(orm.em.fork(), vault, mailId);
    if (email.state !== "queued") return { state: email.state };
    if (email.expiresAt <= new Date()) {
      await finishEmail(orm.em.fork(), { mailId, state: "expired" });
      return { state: "expired" };
    }
    const { to, content, createdAt } = email;
    try {
      const words = composeEmail(content, { frontUrl, createdAt });
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
        await noteEmailError(orm.em.fork(), { mailId, error: wordOf(error) });
      throw error;
    }
    await finishEmail(orm.em.fork(), { mailId, state: "sent" });
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
    await finishEmail(orm.em.fork(), { mailId, state: "failed" });
    logger.error({ mailId, code }, "email abandoned");
  };
}
