import type { EntityManager } from "#db/orm.ts";
import type { EmailState } from "#domain/notifications/email.ts";

/** Counts emails of the last 24 hours by state; states without emails are absent. */
export async function countRecentEmails(em: EntityManager): Promise<Map<EmailState, number>> {
  const rows = await em.execute<{ state: EmailState; count: number }[]>(
    `select state, count(*)::int as count from mails
     where created_at > now() - interval '24 hours' group by state`,
  );
  return new Map(rows.map(({ state, count }) => [state, count]));
}
