import { WebhookAttempt, WebhookDelivery, WebhookEndpoint } from "#db/entities/webhook.ts";
import type { EntityManager } from "#db/orm.ts";
import {
  listenUrl,
  type WebhookEventType,
  type WebhookMessage,
} from "#domain/notifications/webhook.ts";

import { finishDelivery } from "./webhook-attempts.ts";

/** Deliveries of one endpoint per read; bounds what the stream of a reader buffers. */
export const deliveriesPerRead = 50;
/** The time of the last read is stored only this often, although streams read every few seconds. */
const readNoteMs = 600_000;

/** Position in the stream of a `listen:` endpoint. */
export interface DeliveryPlace {
  readonly webhookId: string;
  readonly organizationId: string;
  /** Position of the last delivery that the reader has. */
  readonly after: number;
}

export interface StreamedDelivery {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly sequence: number;
  /** Null after the event's resource was deleted. */
  readonly message: WebhookMessage | null;
}

/** Returns the endpoints that still exist, and records that they are read. */
export async function noteReaders(
  em: EntityManager,
  webhookIds: readonly string[],
  now: Date,
): Promise<WebhookEndpoint[]> {
  const endpoints = await em.find(WebhookEndpoint, {
    id: { $in: [...webhookIds] },
    url: listenUrl,
    deletedAt: null,
  });
  const stale = endpoints.filter(
    ({ lastReadAt }) => lastReadAt == null || lastReadAt.getTime() < now.getTime() - readNoteMs,
  );
  if (stale.length > 0) {
    await em.nativeUpdate(
      WebhookEndpoint,
      { id: { $in: stale.map(({ id }) => id) } },
      { lastReadAt: now },
    );
  }
  return endpoints;
}

/**
 * Appends the unread deliveries of endpoints to their streams, at most `deliveriesPerRead` each, and records them as
 * delivered. Positions are given under the lock of the endpoint, so a later commit never has an earlier position.
 */
export async function appendUnread(
  em: EntityManager,
  webhookIds: readonly string[],
  now: Date,
): Promise<void> {
  if (webhookIds.length === 0) return;
  const unread = await em.execute<{ endpoint_id: string }[]>(
    `select distinct endpoint_id from webhook_deliveries
     where state = 'pending' and next_attempt_at is null
       and endpoint_id in (${webhookIds.map(() => "?").join(", ")})`,
    [...webhookIds],
  );
  for (const { endpoint_id: webhookId } of unread) {
    await em.transactional(async (tx) => appendUnreadOf(tx, webhookId, now));
  }
}

async function appendUnreadOf(em: EntityManager, webhookId: string, now: Date): Promise<void> {
  // Weaker than `for update`, which would block the insertion of deliveries that reference the endpoint.
  await em.execute(`select 1 from webhook_endpoints where id = ? for no key update`, [webhookId]);
  const endpoint = await em.findOneOrFail(WebhookEndpoint, webhookId, { refresh: true });
  const deliveries = await em.find(
    WebhookDelivery,
    { endpointId: webhookId, state: "pending", nextAttemptAt: null },
    { orderBy: { id: "asc" }, limit: deliveriesPerRead, refresh: true },
  );
  for (const delivery of deliveries) {
    endpoint.lastStreamSequence += 1;
    delivery.streamSequence = endpoint.lastStreamSequence;
    delivery.attempts += 1;
    finishDelivery(delivery, "delivered", now);
  }
  await em.flush();
  await em.insertMany(
    WebhookAttempt,
    deliveries.map(({ id, attempts }) => ({
      deliveryId: id,
      number: attempts,
      url: listenUrl,
      startedAt: now,
      durationMs: 0,
    })),
  );
}

/** Reads on from many positions in one statement: by endpoint and position, at most `deliveriesPerRead` each. */
export async function listStreamed(
  em: EntityManager,
  places: readonly DeliveryPlace[],
): Promise<StreamedDelivery[]> {
  const given = places.map(({ webhookId, organizationId, after }) => ({
    endpoint_id: webhookId,
    organization_id: organizationId,
    after,
  }));
  const rows = await em.execute<StreamedRow[]>(
    `select d.endpoint_id, d.id, d.stream_sequence, e.id as event_id, e.type, e.created_at, e.data
     from jsonb_to_recordset(?::jsonb) as place (endpoint_id text, organization_id text, after int)
     cross join lateral (
       select * from webhook_deliveries
       where endpoint_id = place.endpoint_id and organization_id = place.organization_id
         and stream_sequence > place.after
       order by stream_sequence limit ?) as d
     join webhook_events e on e.id = d.event_id
     order by d.endpoint_id, d.stream_sequence`,
    [JSON.stringify(given), deliveriesPerRead],
  );
  return rows.map(({ endpoint_id, id, stream_sequence, event_id, type, created_at, data }) => ({
    webhookId: endpoint_id,
    deliveryId: id,
    eventId: event_id,
    sequence: stream_sequence,
    message: data === null ? null : { type, createdAt: new Date(created_at), data },
  }));
}

interface StreamedRow {
  endpoint_id: string;
  id: string;
  stream_sequence: number;
  event_id: string;
  type: WebhookEventType;
  created_at: Date | string;
  data: Readonly<Record<string, unknown>> | null;
}
