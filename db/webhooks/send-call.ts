import { WebhookDelivery, WebhookEndpoint, WebhookEvent } from "#db/entities/webhook.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { addToOutbox } from "#db/outbox.ts";
import type { WebhookEventType } from "#domain/notifications/webhook.ts";
import type { TaskEnd } from "#domain/pipelines/runs/step-row.ts";

const type = "pipeline_run.call" satisfies WebhookEventType;

export interface StepCall {
  /** Equal for the same call of a resumed run, so that receivers recognize a repetition. */
  readonly eventId: string;
  readonly organizationId: string;
  readonly runId: string;
  readonly key: string;
  /** Null: the organization's endpoints receive the call. */
  readonly url: string | null;
  readonly body: unknown;
}

/**
 * Creates the deliveries of a step's call. Of a call that a former run has sent, those that were delivered or are pending
 * stay, and the others start again. Returns false when no endpoint can receive the call.
 */
export async function sendCall(
  em: EntityManager,
  { eventId, organizationId, runId, key, url, body }: StepCall,
): Promise<boolean> {
  return em.transactional(async (tx) => {
    const endpoints = await tx.find(WebhookEndpoint, {
      organizationId,
      disabledAt: null,
      deletedAt: null,
      ...(url === null
        ? { url: { $ne: null }, $or: [{ events: null }, { events: { $contains: [type] } }] }
        : { url: null }),
    });
    if (endpoints.length === 0) return false;
    const content = { subject: `${runId}/${key}`, data: { jobId: runId, step: key, body } };
    await tx.upsert(WebhookEvent, { id: eventId, organizationId, type, ...content });
    for (const { id: endpointId } of endpoints) {
      const deliveryId = await startDelivery(tx, { eventId, endpointId, organizationId, url });
      if (deliveryId === null) continue;
      await addToOutbox(tx, { kind: "webhook", subjectId: deliveryId, organizationId });
    }
    return true;
  });
}

/** Returns null for a delivery that needs no start. */
async function startDelivery(
  tx: EntityManager,
  delivery: Pick<WebhookDelivery, "eventId" | "endpointId" | "organizationId" | "url">,
): Promise<string | null> {
  const { eventId, endpointId, organizationId, url } = delivery;
  const [started] = await tx.execute<{ id: string }[]>(
    `insert into webhook_deliveries as d (id, event_id, endpoint_id, organization_id, url, next_attempt_at)
     values (?, ?, ?, ?, ?, now())
     on conflict (event_id, endpoint_id) do update set
       state = 'pending', next_attempt_at = now(), finished_at = null, failures = 0, runs = d.runs + 1
     where d.state in ('failed', 'abandoned')
     returning id`,
    [createId("delivery"), eventId, endpointId, organizationId, url],
  );
  return started?.id ?? null;
}

/** Returns how calls have ended, by event; those with pending deliveries are missing. One delivery is enough. */
export async function listCallEnds(
  em: EntityManager,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, TaskEnd>> {
  if (eventIds.length === 0) return new Map();
  const deliveries = await em.find(WebhookDelivery, { eventId: { $in: [...eventIds] } });
  const states = Map.groupBy(deliveries, ({ eventId }) => eventId);
  return new Map(
    eventIds.flatMap((eventId): [string, TaskEnd][] => {
      const found = states.get(eventId)?.map(({ state }) => state) ?? [];
      if (found.includes("delivered")) return [[eventId, { status: "completed", value: {} }]];
      if (found.includes("pending")) return [];
      return [[eventId, { status: "failed", error: { code: "call_failed" } }]];
    }),
  );
}
