import type { EntityManager } from "#db/orm.ts";
import type { MailState } from "#domain/notifications/mail.ts";

/** Counts emails of the last 24 hours by state; states without emails are absent. */
export async function countRecentMails(em: EntityManager): Promise<Map<MailState, number>> {
  const rows = await em.execute<{ state: MailState; count: number }[]>(
    `select state, count(*)::int as count from mails
     where created_at > now() - interval '24 hours' group by state`,
  );
  return new Map(rows.map(({ state, count }) => [state, count]));
}
