import { z } from "zod";

import {
  attemptErrors,
  deliveryStates,
  disabledReasons,
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
    message: "Must not name a type twice",
    params: { code: "repeated" },
  })
  .nullable()
  .meta({
    description: "What it is told of. Null: everything, with what later versions will tell of.",
  });

const addressSchema = webhookUrlSchema.meta({
  description: "Where events are sent to by POST: a public https address.",
  example: "https://example.com/hooks/media",
});

export const newWebhookSchema = z
  .strictObject({
    url: addressSchema.nullable().meta({
      description:
        "Where events are sent to by POST: a public https address. Null makes the webhook that signs for " +
        "addresses that come with a request for a job (`webhookUrl`); an organization has one of it.",
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
        message: "Is chosen for a webhook with an address only",
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
      description: "True ends the failure streak; false ends what is on its way, too.",
    }),
  })
  .meta({ id: "WebhookChange" });

export const webhookSchema = z
  .object({
    webhookId: z.string(),
    url: z.string().nullable().meta({
      description:
        "Null: the one that signs for addresses that come with a request for a job (`webhookUrl`).",
    }),
    events: z.array(z.enum(selectableTypes)).nullable().meta({ description: "Null: everything." }),
    enabled: z.boolean(),
    disabled: z
      .object({
        at: timeSchema,
        reason: z.enum(disabledReasons).meta({
          description:
            "`owner`: somebody said so. `failing`: every try has failed for days. `gone`: it answered 410. " +
            "`member_left`: the member who chose its URL has left the organization.",
        }),
      })
      .optional()
      .meta({ description: "While it is not enabled." }),
    failureStreak: z
      .object({ count: z.int().min(0), since: timeSchema.optional() })
      .meta({ description: "Tries that failed since the last one that did not." }),
    rotation: z
      .object({ previousValidUntil: timeSchema })
      .optional()
      .meta({ description: "While the secret before signs, too." }),
    createdAt: timeSchema,
    createdBy: z.string(),
    urlSetBy: z.string().nullable().meta({
      description:
        "The user who chose the URL. When they leave the organization, the webhook is disabled.",
    }),
    urlSetWithKey: z.string().nullable().meta({
      description:
        "The API key that the URL was chosen with; null for a token of a person. If that key leaked, check the URL.",
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
      description: "What signs. It is shown this once and never again.",
      example: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    }),
  })
  .meta({ id: "WebhookWithSecret" });

const errorCodes = Object.keys(attemptErrors) as [AttemptError, ...AttemptError[]];

const attemptSchema = z
  .object({
    number: z.int().min(1).meta({ description: "Counts the tries of the delivery." }),
    startedAt: timeSchema,
    durationMs: z.int().min(0).optional().meta({ description: "Not there while it is sent." }),
    request: z.object({
      url: z.string(),
      headers: z.record(z.string(), z.string()).meta({
        description: "With the signature, which is kept nowhere, that is all of them.",
      }),
    }),
    response: z
      .object({
        status: z.int(),
        body: z.string().meta({ description: "Its first 2,048 bytes, as text." }),
      })
      .optional(),
    error: z
      .object({ code: z.enum(errorCodes), message: z.string() })
      .optional()
      .meta({ description: "Why it failed." }),
  })
  .meta({ id: "WebhookAttempt" });

export const deliverySchema = z
  .object({
    deliveryId: z.string(),
    webhookId: z.string(),
    eventId: z.string().meta({
      description: "The header `webhook-id`: the same at every try, and when it is sent again.",
    }),
    type: typeSchema,
    state: z.enum(deliveryStates).meta({
      description:
        "`abandoned`: the webhook was disabled or deleted, or what it tells of was, before it arrived.",
    }),
    url: z
      .string()
      .optional()
      .meta({ description: "The address that came with the job, instead of the webhook's." }),
    body: webhookEventSchema.nullable().meta({
      description: "What is sent, the same at every try. Null: what it tells of was deleted.",
    }),
    attemptCount: z.int().min(0),
    attempts: z
      .array(attemptSchema)
      .meta({ description: "Newest first; the newest 20 when there are more." }),
    nextAttemptAt: timeSchema.optional().meta({ description: "While it is pending." }),
    createdAt: timeSchema,
    finishedAt: timeSchema.optional(),
  })
  .meta({ id: "WebhookDelivery" });

export const deliveriesQuery = z.object({
  deliveryId: z.string().min(1).max(200).optional().meta({ description: "This one only." }),
  eventId: z.string().min(1).max(200).optional().meta({ description: "The header `webhook-id`." }),
  state: z.enum(deliveryStates).optional(),
  limit: limitParameter,
  cursor: cursorParameter,
});
