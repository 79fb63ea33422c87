import { z } from "zod";

import { followUpActs } from "#domain/conversations/follow-up.ts";
import { jobDoors, jobSources, jobStages, jobStatuses } from "#domain/jobs/job.ts";
import { parametersSchema } from "#domain/pipelines/generation-parameters.ts";
import { stepStatuses } from "#domain/pipelines/runs/step-row.ts";
import { fileKinds } from "#domain/requests/capability.ts";
import { submissionStates } from "#domain/requests/generation.ts";
import {
  digitalSourceTypes,
  provenanceMarks,
  provenanceStates,
  unmarkedReasons,
} from "#domain/requests/provenance.ts";

import {
  capabilitySchema,
  contentTypeSchema,
  creditsSchema,
  errorCodeSchema,
  modelReferenceSchema,
  operationSchema,
  timeSchema,
} from "./common.ts";

const jobIdSchema = z.string().meta({ example: "job_019364d2-7c1e-7b6a-9a52-3f1c2b8e4d10" });

export const jobParams = z.object({ jobId: z.string().min(1).max(200) });
export const outputParams = jobParams.extend({ outputId: z.string().min(1).max(200) });

export const outputSchema = z
  .object({
    outputId: z.string(),
    url: z.url().meta({
      description:
        "Signed URL: requires no credential, works until expiresAt and supports byte ranges.",
    }),
    contentType: z.string().meta({ example: "image/png" }),
    bytes: z.int().min(0),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    width: z.int().optional(),
    height: z.int().optional(),
    durationSeconds: z.number().optional(),
    text: z.string().optional().meta({ description: "Transcript or description." }),
    provenance: z
      .object({
        state: z.enum(provenanceStates).meta({
          description:
            "marked: the engine has added the mark. kept: the file had a mark, which is unchanged. unmarked: the file has none.",
        }),
        mark: z.enum(provenanceMarks).optional().meta({
          description:
            "iptc: XMP with the IPTC property Digital Source Type. c2pa: Content Credentials.",
        }),
        digitalSourceType: z
          .enum(digitalSourceTypes)
          .optional()
          .meta({ description: "Term of the IPTC vocabulary that the engine has written." }),
        reason: z.enum(unmarkedReasons).optional(),
      })
      .optional()
      .meta({
        id: "OutputProvenance",
        description: "Mark that says that the file is made by AI; absent with `PROVENANCE=keep`.",
      }),
    expiresAt: timeSchema.meta({ description: "Expiry of url." }),
    keptUntil: timeSchema.meta({ description: "Time at which the file is deleted." }),
  })
  .meta({ id: "Output" });

/** A file of an earlier message of a conversation. */
export const referenceSchema = z
  .object({
    kind: contentTypeSchema,
    outputOf: jobIdSchema.optional().meta({ description: "Job that made the file." }),
    inputOf: jobIdSchema.optional().meta({ description: "Job with which the file was sent." }),
    ordinal: z.int().min(0).meta({ description: "Position among the outputs or inputs, from 0." }),
  })
  .meta({ id: "Reference", description: "File of an earlier message of the conversation." });

const intentAlternativeSchema = z
  .object({ capability: capabilitySchema, confidence: z.number() })
  .meta({ id: "IntentAlternative" });

const followUpSchema = z
  .object({ act: z.enum(followUpActs), refersTo: z.array(referenceSchema) })
  .meta({ id: "IntentUnderstood" });

export const intentSchema = z
  .object({
    contentType: contentTypeSchema.optional(),
    capability: capabilitySchema
      .optional()
      .meta({ description: "Absent while the job's question asks for it." }),
    subject: z.string(),
    parameters: parametersSchema,
    requestedModel: z.string().optional(),
    requestedProvider: z.string().optional(),
    confidence: z.number().min(0).max(1),
    assumptions: z.array(z.string()),
    alternatives: z.array(intentAlternativeSchema),
    parser: z.enum(["embedded", "llm", "none"]),
    model: z.string().optional(),
    understood: followUpSchema
      .optional()
      .meta({ description: "Relation to the earlier messages of the conversation." }),
  })
  .meta({ id: "Intent", description: "Intent parsed from the message." });

export const answerRequestSchema = z
  .object({
    method: z.literal("POST"),
    path: z.string().meta({ example: "/v1/jobs/job_019364d2-7c1e-7b6a-9a52-3f1c2b8e4d10/retry" }),
    body: z.record(z.string(), z.unknown()).meta({ example: { capability: "text-to-video" } }),
    missing: z
      .array(z.string())
      .optional()
      .meta({
        description:
          "JSON pointers of the fields to add to `body` before it is sent, such as `/prompt` or " +
          "`/inputs/0/url` (or `assetId` in its place). Absent: send `body` as it is.",
        example: ["/inputs/0/url"],
      }),
  })
  .meta({
    id: "AnswerRequest",
    description: "Request that answers the question with this option.",
  });

const questionOptionSchema = z
  .object({
    label: z.string(),
    capability: capabilitySchema.optional(),
    refersTo: z
      .array(referenceSchema)
      .readonly()
      .optional()
      .meta({ description: "File of an earlier message that the option chooses." }),
    request: answerRequestSchema,
  })
  .meta({ id: "QuestionOption" });

const shownValueSchema = z
  .object({
    outputId: z.string().optional(),
    assetId: z.string().optional(),
    contentType: z.string().optional().meta({ description: "Of a file.", example: "image/png" }),
    url: z.url().optional().meta({
      description: "Signed URL of an output that is stored. Absent in lists and events.",
    }),
    expiresAt: timeSchema.optional().meta({ description: "Expiry of url." }),
    text: z.string().optional().meta({ description: "A value that is not a file." }),
  })
  .meta({ id: "ShownValue", description: "A file or another value that a question is about." });

export const questionSchema = z
  .object({
    text: z.string(),
    show: z
      .array(shownValueSchema)
      .readonly()
      .optional()
      .meta({ description: "Files and values to show with the question." }),
    options: z.array(questionOptionSchema),
  })
  .meta({
    id: "Question",
    description: "Question that must be answered before the engine can continue.",
  });

const attemptSchema = z
  .object({
    provider: z.string(),
    model: z.string(),
    ownKey: z
      .literal(true)
      .optional()
      .meta({ description: "True if the organization-provided key was used." }),
    outcome: z.enum(submissionStates),
    code: z.string().optional(),
    startedAt: timeSchema,
    finishedAt: timeSchema.optional(),
  })
  .meta({ id: "Attempt" });

const jobErrorSchema = z
  .object({
    code: errorCodeSchema,
    message: z.string(),
    cure: z.string().meta({ description: "Recommended action." }),
    retryable: z.boolean(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: "JobError" });

export const jobLinksSchema = z
  .object({
    self: z.string(),
    events: z.string(),
    outputs: z.string(),
    cancel: z.string(),
    retry: z.string(),
  })
  .meta({ id: "JobLinks" });

const jobStatusSchema = z.enum(jobStatuses).meta({
  id: "JobStatus",
  description: "Final values: completed, failed, canceled and needs_input.",
});

const stepErrorSchema = z
  .object({
    code: z.string(),
    message: z.string().optional(),
    reason: z.string().optional().meta({ description: "Explanation by the provider." }),
    step: z.string().optional(),
    jobId: jobIdSchema.optional(),
  })
  .meta({ id: "RunStepError" });

/** State of a step, in a run and in its events. */
const stepFields = {
  step: z.string(),
  kind: z.string(),
  status: z.enum(stepStatuses),
  attempt: z.int().min(1),
  jobId: jobIdSchema.optional().meta({ description: "Job of the last attempt." }),
  credits: creditsSchema.optional(),
  error: stepErrorSchema.optional(),
  reason: z.string().optional().meta({ description: "Reason for which it was skipped." }),
};

export const stepEventSchema = z
  .object({
    ...stepFields,
    step: z.string().meta({
      description: "Path of the step, such as `voice`; `shots[2].take` within an item of a map.",
      example: "shots[2].take",
    }),
    kind: z
      .string()
      .optional()
      .meta({ description: "Kind of the step; `item` for an item of a map." }),
    model: modelReferenceSchema.optional(),
    credits: creditsSchema.optional().meta({
      description: "Price that is held while the step runs, and charged once it has completed.",
    }),
  })
  .meta({ id: "RunStepChange" });

const countSchema = z.int().min(0);

const runCountsSchema = z
  .object({
    waiting: countSchema,
    running: countSchema,
    completed: countSchema,
    reused: countSchema,
    skipped: countSchema,
    failed: countSchema,
    canceled: countSchema,
    asked: countSchema,
  })
  .meta({ id: "RunCounts" });

const runItemsSchema = z
  .object({ total: countSchema, completed: countSchema, failed: countSchema })
  .meta({ id: "RunStepItems", description: "Counts of the items of a map." });

const runStepSchema = z
  .object({
    ...stepFields,
    items: runItemsSchema.optional(),
  })
  .meta({ id: "RunStep" });

export const runSchema = z
  .object({
    pipelineId: z.string(),
    version: z.int().min(1),
    resumeOf: jobIdSchema.optional().meta({ description: "Run that this one resumes." }),
    inputs: z.record(z.string(), z.unknown()).optional().meta({
      description: "Values of the inputs, with defaults. Lists of runs omit them.",
    }),
    outputs: z.record(z.string(), z.unknown()).optional().meta({
      description: "Values of the outputs, once the run has completed. Lists of runs omit them.",
    }),
    counts: runCountsSchema.meta({
      description:
        "Executions of steps that generate, edit, call or ask, by status; of a map, those of all items.",
    }),
    steps: z
      .array(runStepSchema)
      .meta({ description: "Outermost steps; `waiting` until they begin." }),
  })
  .meta({ id: "PipelineRun", description: "Run of a pipeline: its steps and its results." });

const progressSchema = z
  .object({
    percent: z.int().min(0).max(100),
    stage: z.enum([...jobStages, "done"]),
    etaSeconds: z.int().min(0).optional(),
  })
  .meta({ id: "JobProgress" });

const sourceSchema = z
  .object({
    kind: z.enum(jobSources),
    door: z.enum(jobDoors).optional().meta({
      description: "Door through which the request came; absent for requests to `/v1`.",
    }),
    message: z.string().optional(),
    retryOf: jobIdSchema.optional(),
    estimateId: z.string().optional().meta({ description: "Estimate that fixed model and price." }),
    batchId: z.string().optional(),
    index: z.int().min(0).optional().meta({ description: "Zero-based index in the batch." }),
    clientItemId: z.string().optional(),
    pipelineId: z.string().optional().meta({ description: "Pipeline of the run." }),
    version: z.int().min(1).optional(),
    runId: jobIdSchema.optional().meta({ description: "Run to which the job of a step belongs." }),
    step: z.string().optional().meta({ example: "shots[2].take" }),
  })
  .meta({ id: "JobSource" });

export const jobInputSchema = z
  .object({
    kind: z.enum(fileKinds),
    url: z.string().optional(),
    assetId: z.string().optional(),
    outputId: z.string().optional().meta({ description: "Output of another step of the run." }),
    outputOf: jobIdSchema
      .optional()
      .meta({ description: "Job of the conversation that made the file." }),
    inputOf: jobIdSchema
      .optional()
      .meta({ description: "Job of the conversation with which the file was sent." }),
    ordinal: z.int().min(0).optional(),
    markedBy: z.literal("alpha").optional().meta({
      description: "The mask marks its area by transparency, not by white.",
    }),
  })
  .meta({ id: "JobInput" });

const jobOperationSchema = z
  .object({ name: operationSchema, parameters: z.record(z.string(), z.unknown()) })
  .meta({
    id: "JobRequestOperation",
    description: "Work of a `transform` step, which has no capability.",
  });

const requestSchema = z
  .object({
    contentType: contentTypeSchema.optional(),
    capability: capabilitySchema.optional(),
    operation: jobOperationSchema.optional(),
    prompt: z.string().optional(),
    inputs: z.array(jobInputSchema),
    parameters: parametersSchema,
    webhookUrl: z
      .string()
      .optional()
      .meta({ description: "URL that is notified when the job ends." }),
  })
  .meta({ id: "JobRequest" });

const engineSchema = z
  .object({
    name: z.string(),
    tier: z.string().optional(),
    limitation: z.string().optional(),
  })
  .meta({ id: "EngineDetails" });

const routingSchema = z
  .object({
    strategy: z.string().optional(),
    reason: z.string().optional(),
    assumptions: z.array(z.string()),
    attempts: z.array(attemptSchema),
  })
  .meta({ id: "JobRouting" });

const billingSchema = z
  .object({
    estimatedCredits: creditsSchema.optional(),
    heldCredits: creditsSchema,
    capturedCredits: creditsSchema.meta({
      description:
        "Credits charged: the price of the results, at most the hold. Fewer results than ordered cost less.",
    }),
    releasedCredits: creditsSchema,
    reason: z.string(),
  })
  .meta({ id: "JobBilling" });

export const jobSchema = z
  .object({
    jobId: jobIdSchema,
    status: jobStatusSchema,
    stage: z.enum(jobStages).optional().meta({ description: "Current activity." }),
    progress: progressSchema,
    createdAt: timeSchema,
    startedAt: timeSchema.optional(),
    finishedAt: timeSchema.optional(),
    source: sourceSchema,
    conversationId: z
      .string()
      .optional()
      .meta({ example: "cnv_019364d2-7c1e-7b6a-9a52-3f1c2b8e4d10" }),
    intent: intentSchema.optional(),
    request: requestSchema,
    model: modelReferenceSchema.optional(),
    engine: engineSchema
      .optional()
      .meta({ description: "Generation details of the embedded provider." }),
    routing: routingSchema,
    billing: billingSchema,
    output: outputSchema.optional(),
    outputs: z.array(outputSchema),
    run: runSchema.optional(),
    question: questionSchema.optional(),
    error: jobErrorSchema.optional(),
    cancelRequestedAt: timeSchema.optional(),
    redactedAt: timeSchema.optional().meta({
      description:
        "Time at which prompt, message, inputs, metadata and texts of the results were removed, because the days of the plan were over.",
    }),
    metadata: z.record(z.string(), z.string()),
    links: jobLinksSchema,
  })
  .meta({ id: "Job" });

export const acceptedJobSchema = jobSchema
  .partial()
  .required({ jobId: true, status: true, links: true })
  .meta({
    id: "AcceptedJob",
    description:
      "The whole job if the request waited for its end (`Prefer: wait`) or repeated an earlier one " +
      "(`Idempotency-Key`); otherwise only jobId, status and links. `conversationId` is for the next message of a conversation.",
  });
