import { LockMode } from "@mikro-orm/core";

import {
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
} from "#db/entities/webhook.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import type { DeliveryState, WebhookMessage } from "#domain/notifications/webhook.ts";

import { openSecrets } from "./webhooks.ts";

/** The run that a delivery is at; null when it is not pending. */
export async function findPendingRun(
  em: EntityManager,
  deliveryId: string,
): Promise<number | null> {
  const delivery = await em.findOne(WebhookDelivery, { id: deliveryId, state: "pending" });
  return delivery?.runs ?? null;
}

/** How a delivery stands for a run that must not, or need not, send now. */
export type DeliveryPosition =
  | { readonly state: "pending"; readonly waitMs: number; readonly failures: number }
  /** `superseded`: another run has it. */
  | { readonly state: Exclude<DeliveryState, "pending"> | "superseded" | "deleted" };

/** A try that was begun. */
export interface Sending {
  readonly state: "sending";
  readonly deliveryId: string;
  readonly organizationId: string;
  readonly number: number;
  readonly url: string;
  readonly eventId: string;
  readonly startedAt: Date;
  readonly message: WebhookMessage;
  /** All of them sign. */
  readonly secrets: readonly string[];
}

/**
 * Begins a try of a delivery that is due, and notes it before anything is sent: a try whose process
 * dies is seen, and followed by another. Nothing is sent for an endpoint that is disabled or deleted.
 */
export async function beginAttempt(
  em: EntityManager,
  vault: Vault,
  { deliveryId, runs, now }: { deliveryId: string; runs: number; now: Date },
): Promise<Sending | DeliveryPosition> {
  return em.transactional(async (tx) => {
    const delivery = await lockDelivery(tx, deliveryId);
    if (delivery === null) return { state: "deleted" };
    const { state, nextAttemptAt, failures, eventId } = delivery;
    if (delivery.runs !== runs) return { state: "superseded" };
    if (state !== "pending") return { state };
    const waitMs = (nextAttemptAt?.getTime() ?? 0) - now.getTime();
    if (waitMs > 0) return { state, waitMs, failures };
    const webhook = await tx.findOneOrFail(WebhookEndpoint, delivery.endpointId);
    const event = await tx.findOneOrFail(WebhookEvent, eventId);
    const { type, createdAt, data } = event;
    const url = delivery.url ?? webhook.url;
    const isUnwanted = webhook.deletedAt != null || webhook.disabledAt != null;
    if (isUnwanted || data == null || url == null) {
      finishDelivery(delivery, "abandoned", now);
      return { state: "abandoned" };
    }
    const { number, startedAt } = await noteAttempt(tx, delivery, { url, now });
    const message = { type, createdAt, data };
    const secrets = openSecrets(vault, webhook, now);
    const { organizationId } = webhook;
    const sending = { deliveryId, organizationId, number, url, eventId, startedAt };
    return { state: "sending", ...sending, message, secrets };
  });
}

/** A try before it that has no end never will: its process died, or is no longer waited for. */
async function noteAttempt(
  em: EntityManager,
  delivery: WebhookDelivery,
  { url, now }: { url: string; now: Date },
): Promise<{ number: number; startedAt: Date }> {
  const { id: deliveryId } = delivery;
  delivery.attempts += 1;
  await em.nativeUpdate(
    WebhookAttempt,
    { deliveryId, durationMs: null, error: null },
    { error: "interrupted" },
  );
  const number = delivery.attempts;
  await em.insert(WebhookAttempt, { deliveryId, number, url, startedAt: now });
  return { number, startedAt: now };
}

/** In the transaction that `em` is in: two that note something of one delivery take turns. */
export async function lockDelivery(
  em: EntityManager,
  deliveryId: string,
): Promise<WebhookDelivery | null> {
  return em.findOne(WebhookDelivery, deliveryId, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

export function finishDelivery(
  delivery: WebhookDelivery,
  state: Exclude<DeliveryState, "pending">,
  now: Date,
): void {
  delivery.state = state;
  delivery.nextAttemptAt = null;
  delivery.finishedAt = now;
}
