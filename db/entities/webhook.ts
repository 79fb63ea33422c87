import { defineEntity, p } from "@mikro-orm/core";

import type {
  AttemptError,
  DeliveryState,
  DisabledReason,
  WebhookEventType,
} from "#domain/notifications/webhook.ts";

/** Who is told. Secrets are sealed by the vault, and gone with a deletion. */
const WebhookEndpointSchema = defineEntity({
  name: "WebhookEndpoint",
  tableName: "webhook_endpoints",
  indexes: [{ name: "webhook_endpoints_list_index", properties: ["organizationId", "id"] }],
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    /** Null: the one of the organization that signs for addresses that come with jobs. */
    url: p.text().nullable(),
    /** Null: all types, those of the future, too. */
    events: p.array<WebhookEventType>().nullable(),
    secret: p.blob().nullable(),
    /** During a rotation the secret before signs, too, until `previousValidUntil`. */
    previousSecret: p.blob().nullable(),
    previousValidUntil: p.datetime().nullable(),
    /** Tries that failed since the last one that did not, and since when; 0 and null while all is well. */
    consecutiveFailures: p.integer().default(0),
    firstFailureAt: p.datetime().nullable(),
    /** Since when it is not told anything. */
    disabledAt: p.datetime().nullable(),
    disabledReason: p.text().$type<DisabledReason>().nullable(),
    createdBy: p.text(),
    /** The person who chose the URL; null in older rows, where that is the creator. */
    urlSetBy: p.text().nullable(),
    /** The API key that the URL was chosen with; null for a person's token and in older rows. */
    urlSetWithKey: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: p.datetime().defaultRaw("now()"),
    /** Since when it is gone for callers; its rows are swept later. */
    deletedAt: p.datetime().nullable(),
  },
});
export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint);

/** Something that was told, the same words for all who are told and at every try. */
const WebhookEventSchema = defineEntity({
  name: "WebhookEvent",
  tableName: "webhook_events",
  uniques: [
    { name: "webhook_events_subject_unique", properties: ["organizationId", "type", "subject"] },
  ],
  properties: {
    /** `msg_…`: the header `webhook-id`, by which receivers tell repeats. */
    id: p.text().primary(),
    organizationId: p.text(),
    type: p.text().$type<WebhookEventType>(),
    /** The id of what it is about; it is told of once. Null for a test. */
    subject: p.text().nullable(),
    /** Null when what it is about was deleted. */
    data: p.json<Record<string, unknown>>().nullable(),
    createdAt: p.datetime().defaultRaw("now()").index("webhook_events_created_index"),
  },
});
export class WebhookEvent extends WebhookEventSchema.class {}
WebhookEventSchema.setClass(WebhookEvent);

/** An event on its way to one endpoint. */
const WebhookDeliverySchema = defineEntity({
  name: "WebhookDelivery",
  tableName: "webhook_deliveries",
  indexes: [{ name: "webhook_deliveries_list_index", properties: ["endpointId", "id"] }],
  uniques: [{ name: "webhook_deliveries_once", properties: ["eventId", "endpointId"] }],
  properties: {
    id: p.text().primary(),
    eventId: p.text(),
    endpointId: p.text(),
    organizationId: p.text().index("webhook_deliveries_organization_index"),
    /** The address that came with the job; null: the endpoint's. */
    url: p.text().nullable(),
    state: p.text().$type<DeliveryState>().default("pending"),
    /** Tries that were begun, and so the number of the last one. */
    attempts: p.integer().default(0),
    /** Tries that failed since it began, or began again: the place in the retry schedule. */
    failures: p.integer().default(0),
    /** How often it began again: asked for, or because its workflow was lost. Only the last run sends. */
    runs: p.integer().default(0),
    /** Null when it is no longer pending. */
    nextAttemptAt: p.datetime().nullable(),
    /** When the reconciler last looked at it. */
    reconciledAt: p.datetime().defaultRaw("now()"),
    createdAt: p.datetime().defaultRaw("now()"),
    finishedAt: p.datetime().nullable(),
  },
});
export class WebhookDelivery extends WebhookDeliverySchema.class {}
WebhookDeliverySchema.setClass(WebhookDelivery);

/** One try. Without a duration it is under way, or its process died. */
const WebhookAttemptSchema = defineEntity({
  name: "WebhookAttempt",
  tableName: "webhook_attempts",
  properties: {
    deliveryId: p.text().primary(),
    /** Counts the tries of a delivery from 1. */
    number: p.integer().primary(),
    url: p.text(),
    /** Also the header `webhook-timestamp`. */
    startedAt: p.datetime().defaultRaw("now()"),
    durationMs: p.integer().nullable(),
    /** What was answered; null without an answer. */
    status: p.integer().nullable(),
    /** Null when it arrived. */
    error: p.text().$type<AttemptError>().nullable(),
    /** The beginning of the answer, as text. */
    responseBody: p.text().nullable(),
  },
});
export class WebhookAttempt extends WebhookAttemptSchema.class {}
WebhookAttemptSchema.setClass(WebhookAttempt);
