import { z } from "zod";

import type { JobStatus } from "#domain/jobs/job.ts";
import type { WebhookEventType } from "#domain/notifications/webhook.ts";

import { capabilitySchema, contentTypeSchema, creditsSchema, timeSchema } from "./common.ts";
import { answerRequestSchema, jobSchema, outputSchema, questionSchema, runSchema } from "./job.ts";

/** Objects are loose: later versions may add fields, and receivers must ignore unknown ones. */
const linksSchema = z.looseObject({
  self: z.string().meta({ description: "URL of the resource; requires a credential." }),
});

const billingSchema = z.looseObject({ capturedCredits: creditsSchema });

const jobFields = {
  ...jobSchema.pick({ jobId: true }).shape,
  createdAt: timeSchema,
  finishedAt: timeSchema,
  contentType: contentTypeSchema.optional(),
  capability: capabilitySchema.optional(),
  model: z.looseObject({ id: z.string(), provider: z.string() }).optional(),
  billing: billingSchema,
  metadata: z.record(z.string(), z.string()),
  links: linksSchema,
};

const toldOutputSchema = z
  .looseObject({
    ...outputSchema.pick({
      outputId: true,
      contentType: true,
      bytes: true,
      sha256: true,
      width: true,
      height: true,
      durationSeconds: true,
      keptUntil: true,
    }).shape,
    content: z.string().meta({
      description: "Permanent URL of the file while it is stored; requires a credential.",
      example: "/v1/jobs/job_019364d2/outputs/out_019364d2/content",
    }),
    url: outputSchema.shape.url.optional().meta({
      description:
        "Signed URL that works without a credential until `expiresAt`. Created for each attempt, and " +
        "omitted in the list of deliveries.",
    }),
    expiresAt: outputSchema.shape.expiresAt.optional(),
  })
  .meta({ id: "WebhookOutput" });

const jobDataOf = (status: JobStatus, more: z.ZodRawShape = {}) =>
  z.looseObject({ ...jobFields, status: z.literal(status), ...more });

const toldErrorSchema = z.looseObject({
  code: z.string().meta({ description: "Error code of the job; see the error reference." }),
  message: z.string(),
});

const toldQuestionSchema = z.looseObject({
  text: z.string(),
  show: questionSchema.shape.show,
  options: z.array(
    z.looseObject({
      label: z.string(),
      capability: capabilitySchema.optional(),
      request: answerRequestSchema,
    }),
  ),
});

const organizationFields = { organizationId: z.string() };

/** Body of each webhook event type. A type without a schema does not compile. */
export const webhookEventSchemas = {
  "job.completed": eventOf("job.completed", "JobCompletedEvent", {
    data: jobDataOf("completed", {
      output: toldOutputSchema.optional().meta({ description: "First output." }),
      outputs: z.array(toldOutputSchema),
    }),
  }),
  "job.failed": eventOf("job.failed", "JobFailedEvent", {
    data: jobDataOf("failed", { error: toldErrorSchema }),
  }),
  "job.canceled": eventOf("job.canceled", "JobCanceledEvent", { data: jobDataOf("canceled") }),
  "job.needs_input": eventOf("job.needs_input", "JobNeedsInputEvent", {
    data: jobDataOf("needs_input", { question: toldQuestionSchema }),
  }),
  "batch.completed": eventOf("batch.completed", "BatchCompletedEvent", {
    data: z.looseObject({
      batchId: z.string(),
      name: z.string().optional(),
      status: z.enum(["completed", "canceled"]).meta({
        description: "`canceled`: every item has ended, and at least one was canceled.",
      }),
      createdAt: timeSchema,
      finishedAt: timeSchema,
      counts: z.looseObject({
        items: z.int().min(1),
        completed: z.int().min(0),
        failed: z.int().min(0),
        canceled: z.int().min(0),
      }),
      billing: billingSchema,
      metadata: z.record(z.string(), z.string()),
      links: linksSchema,
    }),
  }),
  "pipeline_run.completed": eventOf("pipeline_run.completed", "PipelineRunCompletedEvent", {
    data: z.looseObject({
      ...jobSchema.pick({ jobId: true }).shape,
      ...runSchema.pick({ pipelineId: true, version: true, resumeOf: true, counts: true }).shape,
      status: z.enum(["completed", "failed", "canceled", "needs_input"]),
      createdAt: timeSchema,
      finishedAt: timeSchema,
      billing: billingSchema,
      output: toldOutputSchema.optional().meta({ description: "First output." }),
      outputs: z.array(toldOutputSchema).optional().meta({
        description: "Files of the run's outputs, if it completed.",
      }),
      error: toldErrorSchema.optional(),
      question: toldQuestionSchema.optional(),
      metadata: z.record(z.string(), z.string()),
      links: linksSchema,
    }),
  }),
  "pipeline_run.call": eventOf("pipeline_run.call", "PipelineRunCallEvent", {
    data: z.looseObject({
      ...jobSchema.pick({ jobId: true }).shape,
      step: z.string().meta({ description: "Key of the step." }),
      body: z.record(z.string(), z.unknown()).meta({ description: "The step's `body`." }),
    }),
  }),
  "credits.low": eventOf("credits.low", "CreditsLowEvent", {
    data: z.looseObject({
      ...organizationFields,
      available: z.int(),
      threshold: z.int().meta({ description: "Threshold that the credits fell below." }),
    }),
  }),
  "budget.alert": eventOf("budget.alert", "BudgetAlertEvent", {
    data: z.looseObject({
      ...organizationFields,
      period: z.string().meta({ description: "Month (UTC).", example: "2026-11" }),
      percent: z.int().meta({ description: "Configured percentage that was reached." }),
      budget: creditsSchema,
      spent: creditsSchema,
    }),
  }),
  "key.rotation_due": eventOf("key.rotation_due", "KeyRotationDueEvent", {
    data: z.looseObject({
      ...organizationFields,
      keyId: z.string(),
      name: z.string(),
      rotationDueAt: timeSchema,
    }),
  }),
  test: eventOf("test", "TestEvent", {
    data: z.looseObject({ webhookId: z.string(), message: z.string() }),
  }),
} satisfies Record<WebhookEventType, z.ZodObject>;

/** Any webhook event, discriminated by `type`. */
export const webhookEventSchema = z
  .discriminatedUnion("type", [
    webhookEventSchemas["job.completed"],
    webhookEventSchemas["job.failed"],
    webhookEventSchemas["job.canceled"],
    webhookEventSchemas["job.needs_input"],
    webhookEventSchemas["batch.completed"],
    webhookEventSchemas["pipeline_run.completed"],
    webhookEventSchemas["pipeline_run.call"],
    webhookEventSchemas["credits.low"],
    webhookEventSchemas["budget.alert"],
    webhookEventSchemas["key.rotation_due"],
    webhookEventSchemas.test,
  ])
  .meta({ id: "WebhookEvent" });

function eventOf<Type extends WebhookEventType, Data extends z.ZodType>(
  type: Type,
  id: string,
  { data }: { data: Data },
) {
  return z
    .looseObject({
      type: z.literal(type),
      timestamp: timeSchema.meta({ description: "Time of the event; the same for every attempt." }),
      data,
    })
    .meta({ id });
}
