import { Mail } from "#db/entities/mail.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { addToOutbox } from "#db/outbox.ts";
import type { Vault } from "#db/vault.ts";
import { mailHours, type MailContent, type MailState } from "#domain/notifications/mail.ts";

export interface NewMail {
  readonly to: string;
  /** Null for an email address that may not have an account yet. */
  readonly accountId: string | null;
  readonly organizationId: string | null;
  readonly content: MailContent;
  /** Time of the request. */
  readonly now: Date;
}

/**
 * Queues an email with its outbox message, in the transaction of `em`, so it is sent if and only if that
 * commits. The content is sealed.
 */
export async function enqueueMail(
  em: EntityManager,
  vault: Vault,
  { to, accountId, organizationId, content, now }: NewMail,
): Promise<string> {
  const id = createId("mail");
  const { template } = content;
  const expiresAt = new Date(now.getTime() + mailHours[template] * 3_600_000);
  const sealed = vault.seal(JSON.stringify({ to, content } satisfies SealedMail), placeOf(id));
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

export type TakenMail =
  | {
      readonly state: "queued";
      readonly to: string;
      readonly content: MailContent;
      readonly createdAt: Date;
      readonly expiresAt: Date;
    }
  | { readonly state: Exclude<MailState, "queued"> | "deleted" };

/**
 * Opens a queued email and counts an attempt; otherwise returns the state because of which nothing is sent.
 */
export async function takeMail(
  em: EntityManager,
  vault: Vault,
  mailId: string,
): Promise<TakenMail> {
  await em.execute(`update mails set attempts = attempts + 1 where id = ? and state = 'queued'`, [
    mailId,
  ]);
  const mail = await em.findOne(Mail, mailId);
  if (mail === null) return { state: "deleted" };
  const { state, content, createdAt, expiresAt } = mail;
  if (state !== "queued") return { state };
  if (content === null || content === undefined) throw new Error("a queued email has no content");
  const opened = JSON.parse(vault.open(content, placeOf(mailId))) as SealedMail;
  return { state, ...opened, createdAt, expiresAt };
}

interface SealedMail {
  readonly to: string;
  readonly content: MailContent;
}

/** Records the error of an attempt. `error` consists of codes. */
export async function noteMailError(
  em: EntityManager,
  { mailId, error }: { mailId: string; error: string },
): Promise<void> {
  await em.nativeUpdate(Mail, { id: mailId, state: "queued" }, { lastError: error });
}

/** Finishes a queued email and erases its content. A repeated call changes nothing. */
export async function finishMail(
  em: EntityManager,
  { mailId, state }: { mailId: string; state: Exclude<MailState, "queued"> },
): Promise<void> {
  await em.nativeUpdate(
    Mail,
    { id: mailId, state: "queued" },
    { state, content: null, finishedAt: new Date() },
  );
}

const keptDays = 30;

/** Deletes emails after `keptDays`; an email that is still queued has long expired. */
export async function deleteOldMails(em: EntityManager): Promise<number> {
  const before = new Date(Date.now() - keptDays * 86_400_000);
  return em.nativeDelete(Mail, { createdAt: { $lt: before } });
}

function placeOf(mailId: string): { purpose: string; owner: string } {
  return { purpose: "mail", owner: mailId };
}
