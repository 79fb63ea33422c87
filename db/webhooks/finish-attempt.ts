import { WebhookAttempt, WebhookEndpoint, type WebhookDelivery } from "#db/entities/webhook.ts";
import type { EntityManager } from "#db/orm.ts";
import { failingMsMax, retryDelayMs, type AttemptError } from "#domain/notifications/webhook.ts";

import {
  finishDelivery,
  lockDelivery,
  type DeliveryPosition,
  type Sending,
} from "./webhook-attempts.ts";
import { disableAndReport } from "./webhooks.ts";

/** Result of a delivery attempt. */
export interface AttemptOutcome {
  readonly durationMs: number;
  readonly status: number | null;
  /** Null for a successful delivery. */
  readonly error: AttemptError | null;
  readonly responseBody: string | null;
  readonly retryAfterMs: number | null;
}

/**
 * Records the outcome of an attempt and schedules the next one. A success always counts, however late it is
 * reported; a failure counts only for the delivery's latest attempt. Disables an endpoint that responds that
 * it is gone, or that has failed for `failingMsMax`, and notifies its owners.
 */
export async function finishAttempt(
  em: EntityManager,
  attempt: Pick<Sending, "deliveryId" | "number">,
  { outcome, now, chance }: { outcome: AttemptOutcome; now: Date; chance: number },
): Promise<DeliveryPosition> {
  const { deliveryId, number } = attempt;
  const { retryAfterMs, ...result } = outcome;
  return em.transactional(async (tx) => {
    // Locks the endpoint before the delivery, as all transactions that change both.
    const webhook = await lockWebhook(tx, attempt, { isFailure: outcome.error !== null });
    const delivery = await lockDelivery(tx, deliveryId);
    if (delivery === null) return { state: "deleted" };
    await tx.nativeUpdate(WebhookAttempt, { deliveryId, number }, result);
    const isLast = delivery.attempts === number;
    if (outcome.error === null) {
      if (webhook !== null)
        Object.assign(webhook, { consecutiveFailures: 0, firstFailureAt: null });
      if (isLast) finishDelivery(delivery, "delivered", now);
    } else if (webhook !== null) {
      await noteFailure(tx, webhook, { error: outcome.error, now });
      if (isLast && delivery.state === "pending") {
        delivery.failures += 1;
        const { failures } = delivery;
        const delayMs = retryDelayMs(failures, { retryAfterMs, chance });
        const isOver = delayMs === null || outcome.error === "gone" || webhook.disabledAt != null;
        if (isOver) finishDelivery(delivery, "failed", now);
        else delivery.nextAttemptAt = new Date(now.getTime() + delayMs);
      }
    }
    return positionOf(delivery, now);
  });
}

/** Returns null when nothing needs to change: a success of an endpoint without recent failures. */
async function lockWebhook(
  em: EntityManager,
  { deliveryId }: Pick<Sending, "deliveryId">,
  { isFailure }: { isFailure: boolean },
): Promise<WebhookEndpoint | null> {
  // Weaker than `for update`, which would block the insertion of deliveries that reference the endpoint.
  const [row] = await em.execute<{ id: string }[]>(
    `select e.id from webhook_endpoints e join webhook_deliveries d on d.endpoint_id = e.id
     where d.id = ? and (? or e.consecutive_failures > 0) for no key update of e`,
    [deliveryId, isFailure],
  );
  return row === undefined ? null : em.findOneOrFail(WebhookEndpoint, row.id);
}

async function noteFailure(
  em: EntityManager,
  webhook: WebhookEndpoint,
  { error, now }: { error: AttemptError; now: Date },
): Promise<void> {
  webhook.consecutiveFailures += 1;
  webhook.firstFailureAt ??= now;
  const isUnused = webhook.disabledAt != null || webhook.deletedAt != null;
  // The URLs of jobs belong to different receivers; the failure of one says nothing about the others.
  if (isUnused || webhook.url == null) return;
  const isFailing = webhook.firstFailureAt.getTime() <= now.getTime() - failingMsMax;
  if (error === "gone") await disableAndReport(em, webhook, { reason: "gone", now });
  else if (isFailing) await disableAndReport(em, webhook, { reason: "failing", now });
}

function positionOf(
  { state, nextAttemptAt, failures }: WebhookDelivery,
  now: Date,
): DeliveryPosition {
  if (state !== "pending") return { state };
  const waitMs = Math.max(0, (nextAttemptAt?.getTime() ?? 0) - now.getTime());
  return { state, waitMs, failures };
}
