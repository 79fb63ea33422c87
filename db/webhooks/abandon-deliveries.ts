import { WebhookDelivery } from "#db/entities/webhook.ts";
import type { EntityManager } from "#db/orm.ts";

/** Abandons pending deliveries of an endpoint, or of events. An attempt in progress is the last one. */
export async function abandonDeliveries(
  em: EntityManager,
  which: { endpointId: string } | { eventIds: readonly string[] },
): Promise<void> {
  if ("eventIds" in which && which.eventIds.length === 0) return;
  await em.nativeUpdate(
    WebhookDelivery,
    {
      state: "pending",
      ...("endpointId" in which
        ? { endpointId: which.endpointId }
        : { eventId: { $in: [...which.eventIds] } }),
    },
    { state: "abandoned", nextAttemptAt: null, finishedAt: new Date() },
  );
}

/**
 * Deletes the webhook payloads of jobs whose text is removed and abandons their deliveries, in the transaction of `em`. An
 * event that is due gets no deliveries.
 */
export async function forgetJobWebhooks(
  em: EntityManager,
  jobIds: readonly string[],
): Promise<void> {
  const types = [
    "job.completed",
    "job.failed",
    "job.canceled",
    "job.needs_input",
    "pipeline_run.completed",
  ];
  const forgotten = await em.execute<{ id: string }[]>(
    `update webhook_events e set data = null, endpoint_ids = null
     from jobs j
     where j.id = any (?::text[]) and e.organization_id = j.organization_id
       and e.type in (${types.map(() => "?").join(", ")}) and e.subject = j.id
     returning e.id`,
    [`{${jobIds.join(",")}}`, ...types],
  );
  await abandonDeliveries(em, { eventIds: forgotten.map(({ id }) => id) });
}

/** The same for the calls of the steps of runs, before the results of the steps are removed. */
export async function forgetCalls(em: EntityManager, runIds: readonly string[]): Promise<void> {
  const forgotten = await em.execute<{ id: string }[]>(
    `update webhook_events set data = null where id in (
       select result ->> 'eventId' from run_steps
       where run_id = any (?::text[]) and result ->> 'status' = 'sent')
     returning id`,
    [`{${runIds.join(",")}}`],
  );
  await abandonDeliveries(em, { eventIds: forgotten.map(({ id }) => id) });
}
