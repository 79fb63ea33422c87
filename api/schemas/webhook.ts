import { z } from "zod";

import {
  attemptErrors,
  deliveryStates,
  disabledReasons,
  listenUrl,
  unreadHoursMax,
  webhookEventTypes,
  type AttemptError,
  type WebhookEventType,
} from "#domain/notifications/webhook.ts";

import { cursorParameter, limitParameter, timeSchema } from "./common.ts";
import { webhookEventSchema } from "./webhook-event.ts";
import { webhookUrlSchema } from "./webhook-url.ts";

export const webhookParams = z.object({ webhookId: z.string().min(1).max(200) });
export const deliveryParams = webhookParams.extend({ deliveryId: z.string().min(1).max(200) });

const types = Object.keys(webhookEventTypes) as [WebhookEventType, ...WebhookEventType[]];
/** Excludes `test`: a test is sent to the endpoint on request. */
const selectableTypes = types.filter((type) => type !== "test");
const meanings = types.map((type) => `\`${type}\`: ${webhookEventTypes[type]}`).join("\n\n");

const typeSchema = z.enum(types).meta({ id: "WebhookEventType", description: meanings });

const eventsSchema = z
  .array(z.enum(selectableTypes))
  .min(1)
  .max(selectableTypes.length)
  .refine((events) => new Set(events).size === events.length, {
    message: "Must not contain a type twice",
    params: { code: "repeated" },
  })
  .nullable()
  .meta({
    description: "Event types that are sent. Null: all types, including types of later versions.",
  });

const addressSchema = webhookUrlSchema.meta({
  description: "Public https URL that receives events by POST.",
  example: "https://example.com/hooks/media",
});

export const newWebhookSchema = z
  .strictObject({
    url: z
      .union([z.literal(listenUrl), addressSchema])
      .nullable()
      .meta({
        description:
          "Public https URL that receives events by POST. `listen:` creates a webhook whose deliveries a client " +
          `reads as a stream; it is deleted when no client has read it for ${unreadHoursMax} hours. Null creates the ` +
          "webhook that signs for the webhook URLs of jobs (`webhookUrl`); an organization has at most one.",
      }),
    events: eventsSchema.default(null),
    enabled: z.boolean().default(true),
  })
  .superRefine((webhook, context) => {
    if (webhook.url !== null) return;
    const refuse = (field: string) =>
      context.addIssue({
        code: "custom",
        path: [field],
        message: "Can be set only for a webhook with a URL",
        params: { code: "not_used" },
      });
    if (webhook.events !== null) refuse("events");
    if (!webhook.enabled) refuse("enabled");
  })
  .meta({ id: "NewWebhook" });

export const webhookChangeSchema = z
  .strictObject({
    url: addressSchema.optional(),
    events: eventsSchema.optional(),
    enabled: z.boolean().optional().meta({
      description: "True resets the failure streak; false also stops pending deliveries.",
    }),
  })
  .meta({ id: "WebhookChange" });

export const webhookSchema = z
  .object({
    webhookId: z.string(),
    url: z
      .string()
      .nullable()
      .meta({
        description:
          "Null: the webhook signs for the webhook URLs of jobs (`webhookUrl`). `listen:`: clients read the " +
          "deliveries as a stream.",
      }),
    events: z
      .array(z.enum(selectableTypes))
      .nullable()
      .meta({ description: "Event types that are sent. Null: all types." }),
    enabled: z.boolean(),
    disabled: z
      .object({
        at: timeSchema,
        reason: z.enum(disabledReasons).meta({
          description:
            "`owner`: disabled by a member. `failing`: every attempt has failed for days. `gone`: the endpoint " +
            "returned 410. `member_left`: the member who set the URL has left the organization.",
        }),
      })
      .optional()
      .meta({ description: "Present while the webhook is disabled." }),
    failureStreak: z
      .object({ count: z.int().min(0), since: timeSchema.optional() })
      .meta({ description: "Failed attempts since the last success." }),
    rotation: z
      .object({ previousValidUntil: timeSchema })
      .optional()
      .meta({ description: "Present while the previous secret also signs." }),
    createdAt: timeSchema,
    createdBy: z.string(),
    urlSetBy: z.string().nullable().meta({
      description:
        "User who set the URL. The webhook is disabled when this user leaves the organization.",
    }),
    urlSetWithKey: z
      .string()
      .nullable()
      .meta({
        description:
          "API key that set the URL; null if a person set it with an access token. If the key leaked, check " +
          "the URL.",
      }),
  })
  .meta({ id: "Webhook" });

/** Fields that change with deliveries. */
export const countedOfWebhooks = ["failureStreak"] as const satisfies (keyof z.output<
  typeof webhookSchema
>)[];

export const webhookWithSecretSchema = webhookSchema
  .extend({
    secret: z.string().meta({
      description: "Signing secret, returned only once.",
      example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    }),
  })
  .meta({ id: "WebhookWithSecret" });

const errorCodes = Object.keys(attemptErrors) as [AttemptError, ...AttemptError[]];

const attemptSchema = z
  .object({
    number: z.int().min(1).meta({ description: "Number of the attempt within the delivery." }),
    startedAt: timeSchema,
    durationMs: z
      .int()
      .min(0)
      .optional()
      .meta({ description: "Absent while the attempt is in progress." }),
    request: z.object({
      url: z.string(),
      headers: z.record(z.string(), z.string()).meta({
        description: "All headers except the signature, which is not stored.",
      }),
    }),
    response: z
      .object({
        status: z.int(),
        body: z.string().meta({ description: "First 2,048 bytes of the response, as text." }),
      })
      .optional(),
    error: z
      .object({ code: z.enum(errorCodes), message: z.string() })
      .optional()
      .meta({ description: "Reason of the failure." }),
  })
  .meta({ id: "WebhookAttempt" });

export const deliverySchema = z
  .object({
    deliveryId: z.string(),
    webhookId: z.string(),
    eventId: z.string().meta({
      description: "The header `webhook-id`: the same for every attempt and for resent deliveries.",
    }),
    type: typeSchema,
    state: z.enum(deliveryStates).meta({
      description:
        "`abandoned`: the webhook or the event's resource was disabled or deleted before the delivery " +
        "succeeded.",
    }),
    url: z
      .string()
      .optional()
      .meta({ description: "Webhook URL of the job, used instead of the webhook's URL." }),
    body: webhookEventSchema.nullable().meta({
      description: "Body of every attempt. Null: the event's resource was deleted.",
    }),
    attemptCount: z.int().min(0),
    attempts: z.array(attemptSchema).meta({ description: "Latest 20 attempts, newest first." }),
    nextAttemptAt: timeSchema
      .optional()
      .meta({ description: "Present while a next attempt is scheduled." }),
    createdAt: timeSchema,
    finishedAt: timeSchema.optional(),
  })
  .meta({ id: "WebhookDelivery" });

export const streamedDeliverySchema = deliverySchema
  .pick({ deliveryId: true, eventId: true, type: true })
  .extend({
    headers: z.record(z.string(), z.string()).meta({
      description: "Headers of the request that a receiver gets, with the signature.",
    }),
    body: z.string().meta({ description: "Body of the request, as the signature covers it." }),
  })
  .meta({ id: "StreamedWebhookDelivery" });

export const deliveriesQuery = z.object({
  deliveryId: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "Only deliveries in this state." }),
  eventId: z.string().min(1).max(200).optional().meta({ description: "The header `webhook-id`." }),
  state: z.enum(deliveryStates).optional(),
  limit: limitParameter,
  cursor: cursorParameter,
});
