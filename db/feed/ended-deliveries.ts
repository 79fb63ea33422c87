import type { EntityManager } from "#db/orm.ts";
import type { DeliveryState, WebhookEventType } from "#domain/notifications/webhook.ts";

export interface EndedDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventType: WebhookEventType;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly finishedAt: Date;
}

/** Lists those of the deliveries that are not pending: one may have been restarted or deleted since it ended. */
export async function listEndedDeliveries(
  em: EntityManager,
  { organizationIds, ids }: { organizationIds: readonly string[]; ids: readonly string[] },
): Promise<EndedDelivery[]> {
  if (ids.length === 0) return [];
  const rows = await em.execute<EndedDelivery[]>(
    `select d.id, d.endpoint_id as "webhookId", e.type as "eventType", d.state, d.attempts,
       d.finished_at as "finishedAt"
     from webhook_deliveries d join webhook_events e on e.id = d.event_id
     where d.id = any (array(select jsonb_array_elements_text(?::jsonb)))
       and d.organization_id = any (array(select jsonb_array_elements_text(?::jsonb)))
       and d.finished_at is not null`,
    [JSON.stringify(ids), JSON.stringify(organizationIds)],
  );
  return rows.map((row) => ({ ...row, finishedAt: new Date(row.finishedAt) }));
}
