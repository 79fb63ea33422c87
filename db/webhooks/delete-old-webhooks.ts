import type { EntityManager } from "#db/orm.ts";

/** How long it can be seen what was told, and sent again. */
const webhookEventDays = 30;

/** Events, or deliveries of deleted endpoints, of one commit. */
const rowsMax = 500;

/**
 * Forgets some of what was told long ago, with its deliveries and tries, and of endpoints that were
 * deleted. Returns how many rows it deleted; fewer than it may means that nothing is left.
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
  let deleted = 0;
  let isComplete = true;
  for (const [statement, values] of statements) {
    const rows = await em.execute<{ id: string }[]>(statement, values);
    deleted += rows.length;
    if (rows.length === rowsMax) isComplete = false;
  }
  return { deleted, isComplete };
}
