import { Email } from "#db/entities/email.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { addToOutbox } from "#db/outbox.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import type { Vault } from "#db/vault.ts";
import { emailHours, type TemplatedEmail, type EmailState } from "#domain/notifications/email.ts";

export interface NewEmail {
  readonly to: string;
  /** Null for an email address that may not have an account yet. */
  readonly accountId: string | null;
  readonly organizationId: string | null;
  readonly content: TemplatedEmail;
  /** Time of the request. */
  readonly now: Date;
}

/**
 * Queues an email with its outbox message, in the transaction of `em`, so it is sent if and only if that
 * commits. The content is sealed.
 */
export async function enqueueEmail(
  em: EntityManager,
  vault: Vault,
  { to, accountId, organizationId, content, now }: NewEmail,
): Promise<string> {
  const id = createId("mail");
  const { template } = content;
  const expiresAt = new Date(now.getTime() + emailHours[template] * 3_600_000);
  const sealed = vault.seal(
    JSON.stringify({ to, content } satisfies SealedEmail),
    placeOfEmail(id),
  );
  await em.insert(Email, {
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

export type TakenEmail =
  | {
      readonly state: "queued";
      readonly to: string;
      readonly content: TemplatedEmail;
      readonly createdAt: Date;
      readonly expiresAt: Date;
    }
  | { readonly state: Exclude<EmailState, "queued"> | "deleted" };

/**
 * Opens a queued email and counts an attempt; otherwise returns the state because of which nothing is sent.
 */
export async function takeEmail(
  em: EntityManager,
  vault: Vault,
  mailId: string,
): Promise<TakenEmail> {
  await em.execute(`update mails set attempts = attempts + 1 where id = ? and state = 'queued'`, [
    mailId,
  ]);
  const email = await em.findOne(Email, mailId);
  if (email === null) return { state: "deleted" };
  const { state, content, createdAt, expiresAt } = email;
  if (state !== "queued") return { state };
  if (content === null || content === undefined) throw new Error("a queued email has no content");
  const opened = JSON.parse(vault.open(content, placeOfEmail(mailId))) as SealedEmail;
  return { state, ...opened, createdAt, expiresAt };
}

interface SealedEmail {
  readonly to: string;
  readonly content: TemplatedEmail;
}

/** Records the error of an attempt. `error` consists of codes. */
export async function noteEmailError(
  em: EntityManager,
  { mailId, error }: { mailId: string; error: string },
): Promise<void> {
  await em.nativeUpdate(Email, { id: mailId, state: "queued" }, { lastError: error });
}

/** Finishes a queued email and erases its content. A repeated call changes nothing. */
export async function finishEmail(
  em: EntityManager,
  { mailId, state }: { mailId: string; state: Exclude<EmailState, "queued"> },
): Promise<void> {
  await em.nativeUpdate(
    Email,
    { id: mailId, state: "queued" },
    { state, content: null, finishedAt: new Date() },
  );
}

const keptDays = 30;

/** An email that is still queued after `keptDays` has long expired. */
export const oldEmails = expiredRows(Email, (now) => ({
  createdAt: { $lt: new Date(now.getTime() - keptDays * 86_400_000) },
}));

export function placeOfEmail(mailId: string): { purpose: string; owner: string } {
  return { purpose: "mail", owner: mailId };
}
