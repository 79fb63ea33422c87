import { WebhookDelivery } from "#db/entities/webhook.ts";
import type { EntityManager } from "#db/orm.ts";

/** Ends what is on its way to an endpoint, or what tells of a subject. A try under way is the last. */
export async function abandonDeliveries(
  em: EntityManager,
  which: { endpointId: string } | { eventIds: readonly string[] },
): Promise<void> {
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

/** Forgets what was told of a job that is deleted, in the transaction that `em` is in. */
export async function forgetJobWebhooks(
  em: EntityManager,
  { jobId, organizationId }: { jobId: string; organizationId: string },
): Promise<void> {
  const types = ["job.completed", "job.failed", "job.canceled", "job.needs_input"];
  const forgotten = await em.execute<{ id: string }[]>(
    `update webhook_events set data = null
     where organization_id = ? and type in (${types.map(() => "?").join(", ")}) and subject = ?
     returning id`,
    [organizationId, ...types, jobId],
  );
  if (forgotten.length === 0) return;
  await abandonDeliveries(em, { eventIds: forgotten.map(({ id }) => id) });
}
