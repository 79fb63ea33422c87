import { type Actor, recordAudit } from "#db/audit.ts";
import { WebhookAttempt, WebhookDelivery, WebhookEvent } from "#db/entities/webhook.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { addToOutbox } from "#db/outbox.ts";
import { AppError } from "#domain/errors.ts";
import type { DeliveryState } from "#domain/notifications/webhook.ts";

import { lockDelivery } from "./webhook-attempts.ts";
import { findWebhook, refuseDisabled, refuseForJobs, type WebhookRef } from "./webhooks.ts";

/** A delivery with its event and attempts, newest attempt first. */
export interface DeliveryView {
  readonly delivery: WebhookDelivery;
  readonly event: WebhookEvent;
  /** The latest 20 at most. */
  readonly attempts: readonly WebhookAttempt[];
}

const attemptsShown = 20;

export interface DeliveryFilter {
  readonly deliveryId?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly eventId?: string | undefined;
}

/** Lists deliveries of an endpoint, newest first. Throws like `findWebhook`. */
export async function listDeliveries(
  em: EntityManager,
  {
    filter: { deliveryId, state, eventId },
    limit,
    beforeId,
    ...ref
  }: WebhookRef & { filter: DeliveryFilter; limit: number; beforeId?: string | undefined },
): Promise<DeliveryView[]> {
  await findWebhook(em, ref);
  const deliveries = await em.find(
    WebhookDelivery,
    {
      endpointId: ref.webhookId,
      ...(beforeId === undefined && deliveryId === undefined
        ? {}
        : {
            id: {
              ...(beforeId === undefined ? {} : { $lt: beforeId }),
              ...(deliveryId === undefined ? {} : { $eq: deliveryId }),
            },
          }),
      ...(state === undefined ? {} : { state }),
      ...(eventId === undefined ? {} : { eventId }),
    },
    { orderBy: { id: "desc" }, limit },
  );
  return viewDeliveries(em, deliveries);
}

async function viewDeliveries(
  em: EntityManager,
  deliveries: readonly WebhookDelivery[],
): Promise<DeliveryView[]> {
  if (deliveries.length === 0) return [];
  const events = await em.find(WebhookEvent, { id: { $in: deliveries.map((one) => one.eventId) } });
  const attempts = await em.find(
    WebhookAttempt,
    {
      $or: deliveries.map((one) => ({
        deliveryId: one.id,
        number: { $gt: one.attempts - attemptsShown },
      })),
    },
    { orderBy: { number: "desc" } },
  );
  return deliveries.flatMap((delivery) => {
    const event = events.find((one) => one.id === delivery.eventId);
    // The event was swept between the two queries.
    if (event === undefined) return [];
    const own = attempts.filter((attempt) => attempt.deliveryId === delivery.id);
    return [{ delivery, event, attempts: own }];
  });
}

/**
 * Restarts a delivery with the same `webhook-id` and a full retry schedule; a pending delivery is sent
 * immediately. Throws like `findWebhook`, `delivery_not_found`, `webhook_disabled`, or
 * `delivery_data_deleted` when the event's payload has been deleted.
 */
export async function redeliver(
  em: EntityManager,
  { deliveryId, actor, ...ref }: WebhookRef & { deliveryId: string; actor: Actor },
): Promise<DeliveryView> {
  return em.transactional(async (tx) => {
    const webhook = await findWebhook(tx, { ...ref, lock: true });
    refuseDisabled(webhook);
    // Prevents an attempt that ends concurrently from finishing the restarted delivery.
    await lockDelivery(tx, deliveryId);
    const found = await findDelivery(tx, { deliveryId, webhookId: webhook.id });
    if (found.event.data == null) {
      throw new AppError("delivery_data_deleted", { details: { deliveryId } });
    }
    const { delivery } = found;
    const next = { state: "pending", nextAttemptAt: new Date(), finishedAt: null } as const;
    tx.assign(delivery, { ...next, failures: 0, runs: delivery.runs + 1, streamSequence: null });
    await tx.flush();
    // A trigger removes the next attempt of a delivery that waits for a reader.
    await tx.refresh(delivery);
    const { organizationId } = ref;
    await addToOutbox(tx, { kind: "webhook", subjectId: deliveryId, organizationId });
    const act = { action: "webhook.redelivered", targetType: "webhook", targetId: webhook.id };
    await recordAudit(tx, { ...actor, ...act, after: { deliveryId } });
    return found;
  });
}

async function findDelivery(
  em: EntityManager,
  { deliveryId, webhookId }: { deliveryId: string; webhookId: string },
): Promise<DeliveryView> {
  const delivery = await em.findOne(WebhookDelivery, { id: deliveryId, endpointId: webhookId });
  const [view] = delivery === null ? [] : await viewDeliveries(em, [delivery]);
  if (view === undefined) throw new AppError("delivery_not_found", { details: { deliveryId } });
  return view;
}

/**
 * Sends a test event to one endpoint, regardless of its event types. Throws like `findWebhook`,
 * `webhook_disabled`, or `webhook_for_jobs` when the endpoint has no URL.
 */
export async function sendTestEvent(
  em: EntityManager,
  { now, ...ref }: WebhookRef & { now: Date },
): Promise<DeliveryView> {
  return em.transactional(async (tx) => {
    const webhook = await findWebhook(tx, { ...ref, lock: true });
    refuseDisabled(webhook);
    if (webhook.url == null) refuseForJobs(webhook);
    const { organizationId, id: webhookId } = webhook;
    const { eventId, deliveryId } = {
      eventId: createId("event"),
      deliveryId: createId("delivery"),
    };
    const data = { webhookId, message: "This is a test event: the endpoint works." };
    await tx.insert(WebhookEvent, {
      id: eventId,
      organizationId,
      type: "test",
      subject: null,
      data,
      createdAt: now,
    });
    await tx.insert(WebhookDelivery, {
      id: deliveryId,
      eventId,
      endpointId: webhookId,
      organizationId,
      nextAttemptAt: now,
    });
    await addToOutbox(tx, { kind: "webhook", subjectId: deliveryId, organizationId });
    return findDelivery(tx, { deliveryId, webhookId });
  });
}
