import { defineEntity, p } from "@mikro-orm/core";

import type { ErrorCode } from "#domain/errors.ts";
import type { JobDoor, JobSource, JobStage, JobStatus } from "#domain/jobs/job.ts";
import type { MessageRun } from "#domain/pipelines/message-run.ts";
import type { MediaOperation } from "#domain/pipelines/operations.ts";
import type { AnswerableQuestion } from "#domain/requests/answerable-question.ts";
import type { Capability, ContentType } from "#domain/requests/capability.ts";
import type {
  EngineNote,
  GenerationResult,
  JobInput,
  ProviderHandle,
  StoredInput,
  SubmissionState,
} from "#domain/requests/generation.ts";
import type { GenerationParameters, OpenIntent } from "#domain/requests/intent.ts";
import type { OutputProvenance } from "#domain/requests/provenance.ts";
import type { JobRouting } from "#domain/routing/job-choice.ts";
import type { RoutingPreferences } from "#domain/routing/routing.ts";

/**
 * The request as it was accepted. In a conversation, reading the message adds the earlier files and the routing goal
 * to which it refers, once.
 */
export interface JobRequest {
  readonly message?: string;
  readonly parseIntent: boolean;
  readonly capability?: Capability;
  /** Work of a `transform` step, in place of capability, prompt and parameters. */
  readonly operation?: MediaOperation;
  readonly prompt?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly inputs: readonly JobInput[];
  readonly parameters: GenerationParameters;
  readonly routing?: RoutingPreferences;
  readonly maxCredits?: number;
  /** Estimate that fixed model and price. */
  readonly estimateId?: string;
  /** URL notified when the job ends, in addition to the organization's endpoints. */
  readonly webhookUrl?: string;
  /** Job that this one repeats; its stored inputs are reused. */
  readonly retryOf?: string;
  /** Run that a language model has read from the message. It starts when the caller confirms it. */
  readonly run?: MessageRun;
}

/** Public part of an error; the cause is only logged. */
export interface JobError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

const JobSchema = defineEntity({
  name: "Job",
  tableName: "jobs",
  indexes: [
    {
      name: "jobs_page_index",
      properties: ["organizationId", "id", "contentType", "capability", "modelId", "providerSlug"],
    },
    { name: "jobs_status_index", properties: ["organizationId", "status", "id"] },
  ],
  properties: {
    /** `job_` and a UUIDv7, so ids sort by creation time. */
    id: p.text().primary(),
    organizationId: p.text(),
    accountId: p.text(),
    apiKeyId: p.text().nullable(),
    status: p.text().$type<JobStatus>(),
    stage: p.text().$type<JobStage>().nullable(),
    progress: p.smallint().default(0),
    etaSeconds: p.integer().nullable(),
    source: p.text().$type<JobSource>(),
    /** Door through which the job was accepted; null for the API itself. */
    door: p.text().$type<JobDoor>().nullable(),
    batchId: p.text().nullable(),
    /** Position in the batch, from 0. */
    batchIndex: p.integer().nullable(),
    /** The caller's id of the batch item. */
    batchItemId: p.text().nullable(),
    /** Pipeline of a run, or of the run to which a step's job belongs. */
    pipelineId: p.text().nullable(),
    pipelineVersion: p.integer().nullable(),
    /** Run to which the job belongs, with the key of the step and the number of its attempt. */
    runId: p.text().nullable(),
    runStep: p.text().nullable(),
    runAttempt: p.integer().nullable(),
    /** Conversation in which the job is a message. */
    conversationId: p.text().nullable(),
    request: p.json<JobRequest>(),
    storedInputs: p.json<StoredInput[]>().nullable(),
    /** The capability can be absent only after a question. */
    intent: p.json<OpenIntent>().nullable(),
    question: p.json<AnswerableQuestion>().nullable(),
    contentType: p.text().$type<ContentType>().nullable(),
    capability: p.text().$type<Capability>().nullable(),
    modelId: p.text().nullable(),
    providerSlug: p.text().nullable(),
    routing: p.json<JobRouting>().nullable(),
    /** Frozen when the credits are held. */
    credits: p.integer().nullable(),
    engine: p.json<EngineNote>().nullable(),
    error: p.json<JobError>().nullable(),
    metadata: p.json<Record<string, string>>(),
    /** Title, star and labels that members of the organization give to the job. */
    title: p.text().nullable(),
    starred: p.boolean().default(false),
    labels: p.array().columnType("text[]").defaultRaw("'{}'"),
    /** Search terms of title and prompt, once the job has ended; written by a trigger. */
    words: p.string().columnType("tsvector").nullable().lazy(),
    cancelRequestedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    startedAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    /** Number of runs started in addition to the first, after a run was lost. */
    resumes: p.integer().default(0),
    /** Last check by the reconciler; initially the time of acceptance. */
    reconciledAt: p.datetime().defaultRaw("now()"),
    /** Time at which the reconciler found the workflow task failing repeatedly; null otherwise. */
    stuckSince: p.datetime().nullable(),
    /** Time at which the job was deleted for callers, including inputs, outputs and prompt. */
    deletedAt: p.datetime().nullable(),
    /** Time at which its files were deleted from storage. */
    purgedAt: p.datetime().nullable(),
    /** Time at which the text of the request and of its results was removed, when its retention was over or with a deletion. */
    redactedAt: p.datetime().nullable(),
    /** `traceparent` of the request that was traced; runs and webhooks of the job continue it. */
    trace: p.text().nullable(),
    /** Number of changes; source of the ETag. */
    revision: p.integer().default(1),
  },
});
export class Job extends JobSchema.class {}
JobSchema.setClass(Job);

/** Kinds of messages; each kind has a dispatcher in the relay. */
export type OutboxKind =
  | "billing-event"
  | "start"
  | "run"
  | "advance"
  | "cancel"
  | "mail"
  | "webhook-event"
  | "webhook"
  | "provider-event";

/** Messages to Temporal, written in the commit that causes them and dispatched by the relay. */
const OutboxSchema = defineEntity({
  name: "OutboxMessage",
  tableName: "outbox",
  properties: {
    id: p.bigint().primary().autoincrement(),
    kind: p.text().$type<OutboxKind>(),
    /** Id of a job, run, email, webhook event, delivery or provider event. */
    subjectId: p.text().index("outbox_subject_index"),
    organizationId: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    availableAt: p.datetime().defaultRaw("now()"),
    attempts: p.integer().default(0),
    lastError: p.text().nullable(),
    /** `traceparent` that the workflow of the message continues. */
    trace: p.text().nullable(),
  },
});
export class OutboxMessage extends OutboxSchema.class {}
OutboxSchema.setClass(OutboxMessage);

const IdempotencyReceiptSchema = defineEntity({
  name: "IdempotencyReceipt",
  tableName: "idempotency_receipts",
  properties: {
    organizationId: p.text().primary(),
    endpoint: p.text().primary(),
    key: p.text().primary(),
    requestHash: p.blob(),
    jobId: p.text(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime(),
  },
});
export class IdempotencyReceipt extends IdempotencyReceiptSchema.class {}
IdempotencyReceiptSchema.setClass(IdempotencyReceipt);

/** One paid provider call and its state. Unique by (job, step, generation) and by idempotency key. */
const SubmissionSchema = defineEntity({
  name: "ProviderSubmission",
  tableName: "provider_submissions",
  uniques: [
    { name: "provider_submissions_generation_unique", properties: ["jobId", "step", "generation"] },
  ],
  indexes: [
    { name: "provider_submissions_provider_index", properties: ["providerSlug", "createdAt"] },
  ],
  properties: {
    id: p.text().primary(),
    jobId: p.text(),
    step: p.text(),
    generation: p.integer(),
    organizationId: p.text(),
    providerSlug: p.text(),
    modelId: p.text(),
    /** Organization-provided key of the request; null for the platform key. */
    providerKeyId: p.text().nullable(),
    /** The platform key of the request, for providers with several keys. */
    keyFingerprint: p.text().nullable(),
    /** Unique, because it contains job, step and generation. */
    idempotencyKey: p.text(),
    state: p.text().$type<SubmissionState>(),
    /**
     * Time since which the outcome of an attempt that was, or may have been, sent is unknown. Until the
     * provider accepts the request or returns its result, the submission cannot be refused, returned or
     * canceled.
     */
    inDoubtSince: p.datetime().nullable(),
    /** Only the attempt that wrote this token may record the provider's response. */
    attemptToken: p.text().nullable(),
    attempts: p.integer().default(0),
    handle: p.json<ProviderHandle>().nullable(),
    providerRequestId: p.text().nullable(),
    result: p.json<GenerationResult>().nullable(),
    /** Cost that the provider reported, in US dollars. Never shown to callers. */
    reportedUsd: p.double().nullable(),
    errorCode: p.text().nullable(),
    errorDetail: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    sentAt: p.datetime().nullable(),
    acceptedAt: p.datetime().nullable(),
    /** First failed request for its outcome after its deadline. */
    overdueSince: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    /** Start of waiting for a slot of the provider. */
    waitingSince: p.datetime().nullable(),
    /** Expiration of the slot, unless the submission finishes earlier. */
    slotUntil: p.datetime().nullable(),
    /** Last attempt to settle the submission after its job ended. */
    settleTriedAt: p.datetime().nullable(),
    /** Time at which it became certain that the result, which the provider may bill, cannot be delivered. */
    undeliveredAt: p.datetime().nullable(),
    /** Provider references of files uploaded for this request, by name; a repeated request sends the same. */
    uploads: p.json<Readonly<Record<string, string>>>().nullable(),
  },
});
export class ProviderSubmission extends SubmissionSchema.class {}
SubmissionSchema.setClass(ProviderSubmission);

/** A stored output file. Unique by (job, step, ordinal), so that storing it again changes nothing. */
const OutputSchema = defineEntity({
  name: "Output",
  tableName: "outputs",
  uniques: [{ name: "outputs_ordinal_unique", properties: ["jobId", "step", "ordinal"] }],
  properties: {
    id: p.text().primary(),
    jobId: p.text(),
    organizationId: p.text(),
    step: p.text(),
    ordinal: p.integer(),
    storageKey: p.text(),
    contentType: p.text(),
    bytes: p.bigint("number"),
    sha256: p.text(),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    durationSeconds: p.double().nullable(),
    text: p.text().nullable(),
    /** Null: the file was stored without looking for a mark. */
    provenance: p.json<OutputProvenance>().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime(),
    deletedAt: p.datetime().nullable(),
    /** Time at which the file was deleted from storage. */
    purgedAt: p.datetime().nullable(),
  },
});
export class Output extends OutputSchema.class {}
OutputSchema.setClass(Output);

/**
 * Number of jobs that an organization may add before `admit_jobs` counts its unfinished jobs again. Jobs that end since the
 * count only leave more room.
 */
const JobAdmissionsSchema = defineEntity({
  name: "JobAdmissions",
  tableName: "job_admissions",
  properties: {
    organizationId: p.text().primary(),
    /** Limit of the plan at the time of the count. */
    jobLimit: p.integer(),
    room: p.integer(),
  },
});
export class JobAdmissions extends JobAdmissionsSchema.class {}
JobAdmissionsSchema.setClass(JobAdmissions);
