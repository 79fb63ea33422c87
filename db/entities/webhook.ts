import { defineEntity, p } from "@mikro-orm/core";

import type {
  AttemptError,
  DeliveryState,
  DisabledReason,
  WebhookEventType,
} from "#domain/notifications/webhook.ts";

/** A webhook endpoint. Secrets are sealed by the vault, and erased with the endpoint. */
const WebhookEndpointSchema = defineEntity({
  name: "WebhookEndpoint",
  tableName: "webhook_endpoints",
  indexes: [{ name: "webhook_endpoints_list_index", properties: ["organizationId", "id"] }],
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    /** Null for the organization's endpoint that signs for the webhook URLs of jobs; `listenUrl` for a stream. */
    url: p.text().nullable(),
    /** Null for all event types, including future ones. */
    events: p.array<WebhookEventType>().nullable(),
    secret: p.blob().nullable(),
    /** During a rotation the previous secret also signs, until `previousValidUntil`. */
    previousSecret: p.blob().nullable(),
    previousValidUntil: p.datetime().nullable(),
    /** Failed attempts since the last success, and the time of the first; 0 and null after a success. */
    consecutiveFailures: p.integer().default(0),
    firstFailureAt: p.datetime().nullable(),
    /** Time at which notifications stopped. */
    disabledAt: p.datetime().nullable(),
    disabledReason: p.text().$type<DisabledReason>().nullable(),
    createdBy: p.text(),
    /** The person who set the URL; null in older rows, where the creator did. */
    urlSetBy: p.text().nullable(),
    /** The API key with which the URL was set; null for a person's token and in older rows. */
    urlSetWithKey: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: p.datetime().defaultRaw("now()"),
    /** Time at which it was deleted for callers; its rows are swept later. */
    deletedAt: p.datetime().nullable(),
    /** Position of the delivery that was streamed last. */
    lastStreamSequence: p.integer().default(0),
    /** Last time at which a client read the stream of a `listen:` endpoint. */
    lastReadAt: p.datetime().nullable(),
  },
});
export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint);

/** A webhook event, raised by a trigger. Its payload is identical for all endpoints and attempts. */
const WebhookEventSchema = defineEntity({
  name: "WebhookEvent",
  tableName: "webhook_events",
  uniques: [
    { name: "webhook_events_subject_unique", properties: ["organizationId", "type", "subject"] },
  ],
  properties: {
    /** `msg_…`, the header `webhook-id`, by which receivers detect duplicates. */
    id: p.text().primary(),
    organizationId: p.text(),
    type: p.text().$type<WebhookEventType>(),
    /** Id of the resource, notified once per type. Null for a test event. */
    subject: p.text().nullable(),
    /** Endpoints that were subscribed when the event happened; null once each of them has a delivery. */
    endpointIds: p.array().nullable(),
    /** Null until the deliveries are created, and after the resource was deleted. */
    data: p.json<Record<string, unknown>>().nullable(),
    createdAt: p.datetime().defaultRaw("now()").index("webhook_events_created_index"),
  },
});
export class WebhookEvent extends WebhookEventSchema.class {}
WebhookEventSchema.setClass(WebhookEvent);

/** The delivery of an event to one endpoint. */
const WebhookDeliverySchema = defineEntity({
  name: "WebhookDelivery",
  tableName: "webhook_deliveries",
  indexes: [
    { name: "webhook_deliveries_list_index", properties: ["endpointId", "id"] },
    {
      name: "webhook_deliveries_feed_index",
      properties: ["organizationId", "endedTransactionId"],
    },
  ],
  uniques: [{ name: "webhook_deliveries_once", properties: ["eventId", "endpointId"] }],
  properties: {
    id: p.text().primary(),
    eventId: p.text(),
    endpointId: p.text(),
    organizationId: p.text(),
    /** The job's webhook URL; null for the endpoint's URL. */
    url: p.text().nullable(),
    state: p.text().$type<DeliveryState>().default("pending"),
    /** Number of attempts started; also the number of the last attempt. */
    attempts: p.integer().default(0),
    /** Failed attempts since the delivery started or was restarted: the position in the retry schedule. */
    failures: p.integer().default(0),
    /** Number of restarts, by request or after its workflow was lost. Only the latest run sends. */
    runs: p.integer().default(0),
    /** Null when the delivery is no longer pending, or waits for a client that reads the stream of its endpoint. */
    nextAttemptAt: p.datetime().nullable(),
    /** Last check by the reconciler. */
    reconciledAt: p.datetime().defaultRaw("now()"),
    createdAt: p.datetime().defaultRaw("now()"),
    finishedAt: p.datetime().nullable(),
    /** Position in the stream of its endpoint; null until it is streamed. */
    streamSequence: p.integer().nullable(),
    /** Transaction that ended the delivery, set by a trigger. Read in SQL only. */
    endedTransactionId: p.string().columnType("xid8").nullable().lazy(),
  },
});
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);

/** One attempt. Without a duration it is in progress, or its process died. */
const WebhookAttemptSchema = defineEntity({
  name: "WebhookAttempt",
  tableName: "webhook_attempts",
  properties: {
    deliveryId: p.text().primary(),
    /** Counts the attempts of a delivery from 1. */
    number: p.integer().primary(),
    url: p.text(),
    /** Also sent as the header `webhook-timestamp`. */
    startedAt: p.datetime().defaultRaw("now()"),
    durationMs: p.integer().nullable(),
    /** HTTP status of the response; null without a response. */
    status: p.integer().nullable(),
    /** Null for a successful attempt. */
    error: p.text().$type<AttemptError>().nullable(),
    /** Beginning of the response body, as text. */
    responseBody: p.text().nullable(),
  },
});
export class WebhookAttempt extends WebhookAttemptSchema.class {}
WebhookAttemptSchema.setClass(WebhookAttempt);
