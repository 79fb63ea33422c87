import { WebhookDelivery, WebhookEvent } from "#db/entities/webhook.ts";
import type { EntityManager } from "#db/orm.ts";

/** An event whose payload and deliveries do not exist yet. */
export interface DueEvent extends Pick<WebhookEvent, "organizationId" | "type"> {
  readonly subject: string;
}

/** Returns null when the event has its deliveries, or its subject was deleted. */
export async function findDueEvent(em: EntityManager, eventId: string): Promise<DueEvent | null> {
  const event = await em.findOne(WebhookEvent, { id: eventId, endpointIds: { $ne: null } });
  if (event?.subject == null) return null;
  const { organizationId, type, subject } = event;
  return { organizationId, type, subject };
}

/** Content of an event as it is stored and sent. */
export interface EventContent {
  readonly data: Readonly<Record<string, unknown>>;
  /** URL of the request itself, notified in addition to the organization's endpoints. */
  readonly webhookUrl: string | null;
}

/**
 * Stores the payload of a due event and creates a delivery for each of its endpoints, in one statement. Changes
 * nothing when another process has done so, or the event's subject was deleted in the meantime.
 */
export async function createDeliveries(
  em: EntityManager,
  eventId: string,
  { data, webhookUrl }: EventContent,
): Promise<void> {
  await em.execute(
    `with due as (
       select id, organization_id, endpoint_ids from webhook_events
       where id = ? and endpoint_ids is not null for update),
     rendered as (
       update webhook_events e set data = ?::jsonb, endpoint_ids = null from due where e.id = due.id)
     insert into webhook_deliveries (id, event_id, endpoint_id, organization_id, url, next_attempt_at)
     select 'dlv_' || new_uuid_v7(), due.id, e.id, due.organization_id,
       case when e.url is null then ? end, now()
     from due join webhook_endpoints e on e.id = any (due.endpoint_ids)`,
    [eventId, JSON.stringify(data), webhookUrl],
  );
}

/** Lists the current runs of an event's pending deliveries, without those that wait for a reader. */
export async function listPendingRuns(
  em: EntityManager,
  eventId: string,
): Promise<{ deliveryId: string; runs: number }[]> {
  const pending = await em.find(WebhookDelivery, {
    eventId,
    state: "pending",
    nextAttemptAt: { $ne: null },
  });
  return pending.map(({ id: deliveryId, runs }) => ({ deliveryId, runs }));
}
