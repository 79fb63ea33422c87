import { z } from "zod";

import { creditsMax } from "#domain/billing/credits.ts";
import { batchItemsMax, batchStatuses } from "#domain/jobs/batch.ts";
import type { Capability } from "#domain/requests/capability.ts";

import { creditsSchema, pageOf, timeSchema } from "./common.ts";
import { purse } from "./estimate.ts";
import { generationRequestSchema } from "./job-request.ts";
import { jobSchema, outputSchema } from "./job.ts";

export const batchParams = z.object({ batchId: z.string().min(1).max(200) });

const nameSchema = z.string().max(200).regex(/\S/, "Must not be empty").trim();

/** Request of an item: a generation without the fields that concern estimates. */
const requestSchema = z
  .strictObject(generationRequestSchema.shape)
  .omit({ dryRun: true, estimateId: true });
const { metadata, webhookUrl } = requestSchema.shape;

const batchDefaultsSchema = requestSchema.partial().meta({
  id: "BatchDefaults",
  description:
    "Default fields of every item. An item's fields override the defaults; `parameters` and `metadata` " +
    "are merged by name.",
});

export const newBatchItemSchema = requestSchema
  .partial({ capability: true })
  .extend({
    clientItemId: nameSchema.optional().meta({
      description: "Your reference; unique in the batch.",
      example: "row-17",
    }),
  })
  .meta({
    id: "NewBatchItem",
    description: "Same as for `POST /v1/generations`; `capability` may be set in `defaults`.",
  });

type GivenItem = z.output<typeof newBatchItemSchema>;

interface GivenBatch {
  readonly items: readonly GivenItem[];
  readonly defaults?: z.output<typeof batchDefaultsSchema> | undefined;
}

export const newBatchSchema = z
  .strictObject({
    items: z.array(newBatchItemSchema).min(1).max(batchItemsMax),
    defaults: batchDefaultsSchema.optional(),
    budget: z
      .int()
      .min(1)
      .max(batchItemsMax * creditsMax)
      .optional()
      .meta({ description: "Maximum credits of all items together." }),
    name: nameSchema.optional().meta({ example: "Spring catalog" }),
    metadata: metadata.unwrap().optional().meta({ description: "Labels of the batch." }),
    webhookUrl: webhookUrl
      .unwrap()
      .optional()
      .meta({
        description:
          "URL that is notified when the batch ends, in addition to the organization's webhooks. Items have " +
          "their own `webhookUrl`.",
        example: "https://example.com/hooks/batches",
      }),
  })
  .meta({ id: "NewBatch" });

export type NewBatchBody = z.output<typeof newBatchSchema>;

/** A batch with unvalidated items, which are validated one by one. */
export const batchEnvelopeSchema = newBatchSchema.extend({
  items: z.array(z.unknown()).min(1).max(batchItemsMax),
});

/** Merges the defaults into every item. */
export function withDefaults(
  body: GivenBatch,
): (GivenItem & { readonly capability: Capability })[] {
  return body.items.map((item) => {
    const complete = complement(item, body.defaults);
    if (complete.capability === undefined) throw new Error("an item without a capability passed");
    return { ...complete, capability: complete.capability };
  });
}

function complement(item: GivenItem, defaults: GivenBatch["defaults"] = {}): GivenItem {
  return {
    ...defaults,
    ...item,
    parameters: { ...defaults.parameters, ...item.parameters },
    metadata: { ...defaults.metadata, ...item.metadata },
  };
}

const countSchema = z.int().min(0);

const progressSchema = z
  .object({
    percent: z.int().min(0).max(100).meta({ description: "Number of items that have ended." }),
  })
  .meta({ id: "BatchProgress" });

const countsSchema = z
  .object({
    items: countSchema,
    queued: countSchema,
    processing: countSchema,
    canceling: countSchema,
    completed: countSchema,
    failed: countSchema,
    canceled: countSchema,
  })
  .meta({ id: "BatchCounts" });

const billingSchema = z
  .object({
    budget: creditsSchema.optional(),
    estimatedCredits: creditsSchema.meta({ description: "Credits held at acceptance." }),
    heldCredits: creditsSchema.meta({ description: "Credits held for items that have not ended." }),
    capturedCredits: creditsSchema.meta({ description: "Credits charged for completed items." }),
    releasedCredits: creditsSchema.meta({ description: "Credits released from the hold." }),
  })
  .meta({ id: "BatchBilling" });

const linksSchema = z
  .object({ self: z.string(), jobs: z.string(), cancel: z.string() })
  .meta({ id: "BatchLinks" });

const batchFields = {
  batchId: z.string().meta({ example: "bat_019364d2-7c1e-7b6a-9a52-3f1c2b8e4d10" }),
  name: z.string().optional(),
  status: z.enum(batchStatuses).meta({
    id: "BatchStatus",
    description:
      "completed: every item has ended, with any status. canceled: every item has ended, and at least one " +
      "was canceled.",
  }),
  progress: progressSchema,
  counts: countsSchema,
  billing: billingSchema,
  createdAt: timeSchema,
  cancelRequestedAt: timeSchema.optional(),
  finishedAt: timeSchema.optional(),
  metadata: z.record(z.string(), z.string()),
  links: linksSchema,
};

/** Response of `POST /app/batch-estimates`. */
export const batchPreviewSchema = z
  .object({
    items: z.int().min(1),
    credits: creditsSchema.meta({ description: "Price of all items together." }),
    ...purse,
  })
  .meta({ id: "BatchPreview" });

export const batchSchema = z.object(batchFields).meta({ id: "Batch" });

const batchItemSchema = z
  .object({
    index: z.int().min(0).meta({ description: "Zero-based index in `items`." }),
    clientItemId: z.string().optional(),
    jobId: jobSchema.shape.jobId,
    status: jobSchema.shape.status,
    credits: creditsSchema.meta({ description: "Price in credits, charged on completion." }),
    deleted: z
      .boolean()
      .optional()
      .meta({ description: "True when the content of the job has been deleted." }),
    output: outputSchema.optional(),
    error: jobSchema.shape.error,
    finishedAt: timeSchema.optional(),
  })
  .meta({ id: "BatchItem" });

const batchItemsSchema = pageOf(batchItemSchema).meta({ id: "BatchViewItems" });

export const batchViewSchema = z.object({ ...batchFields, items: batchItemsSchema }).meta({
  id: "BatchView",
  description: "A batch with one page of its items, in the order of the request.",
});
