import { z } from "zod";

import { feedEventTypes, feedKinds, type FeedKind } from "#domain/notifications/feed.ts";

import { batchSchema } from "./batch.ts";
import { commaSeparated, creditsSchema, timeSchema } from "./common.ts";
import { jobEventSchema } from "./job-event.ts";
import { deliverySchema } from "./webhook.ts";

const kinds = Object.keys(feedKinds) as [FeedKind, ...FeedKind[]];
const jobsMax = 100;

export const feedQuery = z.object({
  types: commaSeparated(z.enum(kinds), {
    max: kinds.length,
    description:
      `Kinds of changes, separated by commas: ${kinds.map((kind) => `\`${kind}\``).join(", ")}. By default, ` +
      "those that the permissions allow.",
    example: "jobs,credits",
  }),
  jobs: commaSeparated(z.string().min(1).max(200), {
    max: jobsMax,
    description: `Ids of jobs, separated by commas, at most ${jobsMax}: events of other jobs are left out.`,
  }),
});

function typed<Type extends keyof typeof feedEventTypes>(...types: [Type, ...Type[]]) {
  return z.enum(types).meta({
    description: types.map((type) => `\`${type}\`: ${feedEventTypes[type]}`).join("\n\n"),
  });
}

export const deliveryEndSchema = z
  .object({
    type: typed("delivery.delivered", "delivery.failed", "delivery.abandoned"),
    ...deliverySchema.pick({ deliveryId: true, webhookId: true, attemptCount: true }).shape,
    eventType: deliverySchema.shape.type,
    finishedAt: timeSchema,
  })
  .meta({ id: "DeliveryEnd" });

/** `data` of a message of the stream. */
export const feedEventSchema = z
  .union([
    jobEventSchema,
    z.object({ type: typed("batch.changed"), batch: batchSchema }).meta({ id: "BatchChange" }),
    deliveryEndSchema,
    z
      .object({ type: typed("credits.changed"), available: creditsSchema, held: creditsSchema })
      .meta({ id: "CreditsChange" }),
    z.object({ type: typed("reset") }).meta({ id: "FeedReset" }),
  ])
  .meta({ id: "FeedEvent" });

export const feedPlaceSchema = z
  .object({
    lastEventId: z.string().meta({
      description: "Position of all changes so far: send it as `Last-Event-ID`.",
      example: "795:799:796",
    }),
  })
  .meta({ id: "FeedPlace" });
