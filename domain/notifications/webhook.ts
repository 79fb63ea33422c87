/**
 * Types of webhook events, each with the time at which it is sent. The triggers of `db/sql/webhooks.sql` and
 * `db/sql/jobs.sql` raise the events, so they repeat these types.
 */
export const webhookEventTypes = {
  "job.completed": "A job completed and has outputs.",
  "job.failed": "A job ended without a result; nothing is charged.",
  "job.canceled": "A job was canceled; nothing is charged.",
  "job.needs_input": "A job ended with a question; nothing is charged.",
  "batch.completed": "Every item of a batch has ended.",
  "pipeline_run.completed": "A run of a pipeline has ended.",
  "pipeline_run.call": "A step of a pipeline's run sends a webhook.",
  "credits.low": "The available credits fell below the threshold; at most once a month.",
  "budget.alert": "A percentage of the monthly budget is spent; once for each percentage.",
  "key.rotation_due": "The value of an API key is 90 days old; once for each value.",
  test: "A test event was requested.",
} as const satisfies Record<string, string>;

export type WebhookEventType = keyof typeof webhookEventTypes;

/** URL of an endpoint to which nothing is sent: clients read its deliveries as a stream. */
export const listenUrl = "listen:";

/** A `listen:` endpoint is deleted when no client has read its stream for this long. */
export const unreadHoursMax = 24;

/** `abandoned`: the endpoint was disabled or deleted, or the event's subject was deleted. */
export const deliveryStates = ["pending", "delivered", "failed", "abandoned"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Reason for disabling an endpoint: a request disabled it, it failed for days, it responded 410, or the
 * member who chose its URL has left the organization.
 */
export const disabledReasons = ["owner", "failing", "gone", "member_left"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** Causes of a failed attempt. The body of the receiver's response is stored separately. */
export const attemptErrors = {
  interrupted: "The sending process died; the outcome is unknown.",
  address_refused: "The URL is not allowed: not http or https, or in a private or special network.",
  name_unknown: "The host name cannot be resolved.",
  unreachable: "The connection failed or broke before a response.",
  certificate_invalid: "The host's certificate is invalid.",
  timed_out: "No response within the timeout.",
  redirected: "The response was a redirect, which is not followed.",
  gone: "The response status was 410; the endpoint is disabled.",
  refused: "The response status was not 2xx.",
} as const satisfies Record<string, string>;
export type AttemptError = keyof typeof attemptErrors;

/**
 * Delays between the attempts of a delivery (Standard Webhooks, "Retry schedule"): ten attempts in a little
 * more than three days.
 */
const retrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
export const attemptsMax = retrySeconds.length + 1;

/** Random share added to a delay, so that deliveries that failed together are not retried together. */
const jitter = 0.2;
const retryAfterMsMax = 86_400_000;

/**
 * Returns the delay after a number of failed attempts, or null after the last one. A receiver's Retry-After
 * can extend it up to one day. `chance` is 0 to 1.
 */
export function retryDelayMs(
  failures: number,
  { retryAfterMs, chance }: { retryAfterMs: number | null; chance: number },
): number | null {
  const seconds = retrySeconds[failures - 1];
  if (seconds === undefined) return null;
  const planned = seconds * 1_000 * (1 + jitter * chance);
  return Math.round(Math.max(planned, Math.min(retryAfterMs ?? 0, retryAfterMsMax)));
}

/** An endpoint without a success for this long is disabled. */
export const failingMsMax = 5 * 86_400_000;

/** Content of an event. */
export interface WebhookMessage {
  readonly type: WebhookEventType;
  readonly createdAt: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Serializes the body of an event. */
export function webhookBody({ type, createdAt, data }: WebhookMessage): string {
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
}

/** Headers of a delivery. The signature is added when the request is sent, and never stored. */
export function webhookHeaders({ eventId, startedAt }: { eventId: string; startedAt: Date }) {
  return {
    "content-type": "application/json",
    "user-agent": "generative-media-engine",
    "webhook-id": eventId,
    "webhook-timestamp": String(Math.floor(startedAt.getTime() / 1_000)),
  } as const;
}

/** Workflow id of a delivery: one workflow per delivery, and one more for each restart. */
export function deliveryWorkflowIdOf(deliveryId: string, runs: number): string {
  return runs === 0 ? `webhook/${deliveryId}` : `webhook/${deliveryId}/r${runs}`;
}
