import type { EntityManager } from "#db/orm.ts";

import { deleteUnreadWebhooks } from "./webhooks.ts";

/** Days for which events can be listed and redelivered. */
const webhookEventDays = 30;

/** Rows per statement. */
const rowsMax = 500;

/**
 * Deletes unread `listen:` endpoints, a batch of old events with their deliveries and attempts, and the remains of
 * deleted endpoints.
 * `isComplete` is false when more rows may be left.
 */
export async function deleteOldWebhooks(
  em: EntityManager,
  now: Date,
): Promise<{ deleted: number; isComplete: boolean }> {
  const before = new Date(now.getTime() - webhookEventDays * 86_400_000);
  const statements: [string, (Date | number)[]][] = [
    [
      `delete from webhook_events where id in (
         select id from webhook_events where created_at < ? order by created_at limit ?) returning id`,
      [before, rowsMax],
    ],
    [
      `delete from webhook_deliveries where id in (
         select d.id from webhook_endpoints e join webhook_deliveries d on d.endpoint_id = e.id
         where e.deleted_at is not null limit ?) returning id`,
      [rowsMax],
    ],
    [
      `delete from webhook_endpoints e where e.deleted_at is not null
         and not exists (select from webhook_deliveries d where d.endpoint_id = e.id) returning id`,
      [],
    ],
  ];
  let deleted = await deleteUnreadWebhooks(em, now);
  let isComplete = true;
  for (const [statement, values] of statements) {
    const rows = await em.execute<{ id: string }[]>(statement, values);
    deleted += rows.length;
    if (rows.length === rowsMax) isComplete = false;
  }
  return { deleted, isComplete };
}
