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

/** Returns the current run of a pending delivery; null when the delivery has ended or waits for a reader. */
export async function findPendingRun(
  em: EntityManager,
  deliveryId: string,
): Promise<number | null> {
  const pending = { id: deliveryId, state: "pending", nextAttemptAt: { $ne: null } } as const;
  const delivery = await em.findOne(WebhookDelivery, pending);
  return delivery?.runs ?? null;
}

/** State of a delivery for a run that must not send now. */
export type DeliveryPosition =
  | { readonly state: "pending"; readonly waitMs: number; readonly failures: number }
  /** `superseded` means that another run drives the delivery. */
  | { readonly state: Exclude<DeliveryState, "pending"> | "superseded" | "deleted" };

/** An attempt that has started. */
export interface Sending {
  readonly state: "sending";
  readonly deliveryId: string;
  readonly organizationId: string;
  readonly number: number;
  readonly url: string;
  readonly eventId: string;
  readonly startedAt: Date;
  readonly message: WebhookMessage;
  /** Each of them signs the request. */
  readonly secrets: readonly string[];
}

/**
 * Starts an attempt of a due delivery and records it before the request is sent: an attempt whose process
 * dies is visible and followed by another. Sends nothing for a disabled or deleted endpoint.
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

/**
 * Marks earlier attempts without an outcome as interrupted: their process died, or the run no longer waits
 * for them.
 */
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

/** Locks a delivery in the transaction of `em`, to serialize its writers. */
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
