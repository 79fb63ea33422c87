import type { z } from "zod";

import type { deliverySchema, webhookSchema } from "#api/schemas/webhook.ts";
import type { WebhookAttempt, WebhookEndpoint, WebhookEvent } from "#db/entities/webhook.ts";
import type { DeliveryView } from "#db/webhooks/webhook-deliveries.ts";
import { attemptErrors, webhookBody, webhookHeaders } from "#domain/notifications/webhook.ts";

import { optional } from "./optional.ts";

type PresentedWebhook = z.input<typeof webhookSchema>;
type PresentedDelivery = z.input<typeof deliverySchema>;

/** Omits the secret. */
export function presentWebhook(webhook: WebhookEndpoint, now: Date): PresentedWebhook {
  return {
    webhookId: webhook.id,
    url: webhook.url ?? null,
    events: (webhook.events ?? null) as PresentedWebhook["events"],
    enabled: webhook.disabledAt == null,
    ...disabledOf(webhook),
    failureStreak: {
      count: webhook.consecutiveFailures,
      ...optional("since", webhook.firstFailureAt?.toISOString()),
    },
    ...rotationOf(webhook, now),
    createdAt: webhook.createdAt.toISOString(),
    createdBy: webhook.createdBy,
    urlSetBy: webhook.url == null ? null : (webhook.urlSetBy ?? webhook.createdBy),
    urlSetWithKey: webhook.urlSetWithKey ?? null,
  };
}

function disabledOf(webhook: WebhookEndpoint): Pick<PresentedWebhook, "disabled"> {
  const { disabledAt, disabledReason } = webhook;
  if (disabledAt == null || disabledReason == null) return {};
  return { disabled: { at: disabledAt.toISOString(), reason: disabledReason } };
}

function rotationOf(
  { previousValidUntil }: WebhookEndpoint,
  now: Date,
): Pick<PresentedWebhook, "rotation"> {
  if (previousValidUntil == null || previousValidUntil <= now) return {};
  return { rotation: { previousValidUntil: previousValidUntil.toISOString() } };
}

export function presentDelivery({ delivery, event, attempts }: DeliveryView): PresentedDelivery {
  return {
    deliveryId: delivery.id,
    webhookId: delivery.endpointId,
    eventId: event.id,
    type: event.type,
    state: delivery.state,
    ...optional("url", delivery.url),
    body: bodyOf(event),
    attemptCount: delivery.attempts,
    attempts: attempts.map((attempt) => presentAttempt(attempt, event.id)),
    ...optional("nextAttemptAt", delivery.nextAttemptAt?.toISOString()),
    createdAt: delivery.createdAt.toISOString(),
    ...optional("finishedAt", delivery.finishedAt?.toISOString()),
  };
}

/** Reads the same text that is sent. */
function bodyOf({ type, createdAt, data }: WebhookEvent): PresentedDelivery["body"] {
  if (data == null) return null;
  return JSON.parse(webhookBody({ type, createdAt, data })) as PresentedDelivery["body"];
}

function presentAttempt(
  { number, url, startedAt, durationMs, status, responseBody, error }: WebhookAttempt,
  eventId: string,
): PresentedDelivery["attempts"][number] {
  return {
    number,
    startedAt: startedAt.toISOString(),
    ...optional("durationMs", durationMs),
    request: { url, headers: webhookHeaders({ eventId, startedAt }) },
    ...(status == null ? {} : { response: { status, body: responseBody ?? "" } }),
    ...(error == null ? {} : { error: { code: error, message: attemptErrors[error] } }),
  };
}
