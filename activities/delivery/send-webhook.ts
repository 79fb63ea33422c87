import type { ActivityDependencies } from "#activities/dependencies.ts";
import { heartbeating } from "#activities/heartbeating.ts";
import { finishAttempt } from "#db/webhooks/finish-attempt.ts";
import { signWebhook } from "#db/webhooks/sign-webhook.ts";
import { beginAttempt, type DeliveryPosition } from "#db/webhooks/webhook-attempts.ts";
import { webhookBody, webhookHeaders, type AttemptError } from "#domain/notifications/webhook.ts";
import { postUntrusted } from "#runtime/net/post-untrusted.ts";
import { withSpan } from "#runtime/tracing/span.ts";
import { withFileAddresses } from "#storage/with-file-addresses.ts";

/**
 * Attempts a delivery once when it is due, and returns its state. Delivery is at least once, with the same
 * `webhook-id`: a delivery is sent again when this process dies after the response and before the row is
 * updated.
 */
export function createSendWebhook({
  orm,
  vault,
  logger,
  webhooks,
  onFirstAttempt,
}: Pick<ActivityDependencies, "orm" | "vault" | "logger" | "webhooks" | "onFirstAttempt">) {
  return async function sendWebhook({
    deliveryId,
    runs,
  }: {
    deliveryId: string;
    runs: number;
  }): Promise<DeliveryPosition & { readonly error?: AttemptError }> {
    const sending = await beginAttempt(orm.em.fork(), vault, { deliveryId, runs, now: new Date() });
    if (sending.state !== "sending") return sending;
    const { url, message, startedAt, organizationId: requester } = sending;
    const { addresses, ...options } = webhooks;
    if (sending.number === 1) {
      onFirstAttempt?.((startedAt.getTime() - message.createdAt.getTime()) / 1_000);
    }
    const body = webhookBody(withFileAddresses(message, addresses, startedAt));
    const signature = signWebhook({ ...sending, body });
    const headers = { ...webhookHeaders(sending), "webhook-signature": signature };
    const attempt = { kind: "client", "gme.attempt": sending.number } as const;
    const outcome = await withSpan("webhook POST", attempt, async (span) => {
      const sent = await heartbeating(async (signal) =>
        postUntrusted(url, { ...options, requester, headers, body, signal }),
      );
      if (sent.status !== null) span.set({ "http.response.status_code": sent.status });
      if (sent.error !== null) span.set({ "error.type": sent.error });
      return sent;
    });
    const now = new Date();
    const finished = { outcome, now, chance: Math.random() };
    const position = await finishAttempt(orm.em.fork(), sending, finished);
    const { status, error, durationMs } = outcome;
    logger.info(
      { deliveryId, status, error, durationMs, state: position.state },
      "webhook attempt finished",
    );
    return { ...position, ...(error === null ? {} : { error }) };
  };
}
