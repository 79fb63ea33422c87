import { defineEntity, p } from "@mikro-orm/core";

import type { ErrorCode } from "#domain/errors.ts";
import type { JobSource, JobStage, JobStatus } from "#domain/jobs/job.ts";
import type { Capability, ContentType } from "#domain/requests/capability.ts";
import type {
  EngineNote,
  GenerationInput,
  GenerationResult,
  ProviderHandle,
  StoredInput,
  SubmissionState,
} from "#domain/requests/generation.ts";
import type { GenerationParameters, Intent, Question } from "#domain/requests/intent.ts";
import type { RoutingPreferences } from "#domain/routing/routing.ts";

/** What the caller asked for, as it was accepted; never changed afterwards. */
export interface JobRequest {
  readonly message?: string;
  readonly parseIntent: boolean;
  readonly capability?: Capability;
  readonly prompt?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly inputs: readonly GenerationInput[];
  readonly parameters: GenerationParameters;
  readonly routing?: RoutingPreferences;
  readonly maxCredits?: number;
  /** The estimate that model and price were bound by. */
  readonly estimateId?: string;
  /** Whom to tell of the end; the trigger `raise_job_webhook` reads it. */
  readonly webhookUrl?: string;
  /** The job that is tried again: its stored inputs are used. */
  readonly retryOf?: string;
}

/** Public part of an error; the cause stays in the log. */
export interface JobError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface JobRouting {
  readonly strategy: string;
  readonly reason: string;
  readonly assumptions: readonly string[];
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
    /** `job_` and a UUIDv7, so ids sort by creation. */
    id: p.text().primary(),
    organizationId: p.text(),
    accountId: p.text(),
    apiKeyId: p.text().nullable(),
    status: p.text().$type<JobStatus>(),
    stage: p.text().$type<JobStage>().nullable(),
    progress: p.smallint().default(0),
    etaSeconds: p.integer().nullable(),
    source: p.text().$type<JobSource>(),
    batchId: p.text().nullable(),
    /** Its place in the batch, from 0. */
    batchIndex: p.integer().nullable(),
    /** What the caller calls it. */
    batchItemId: p.text().nullable(),
    request: p.json<JobRequest>(),
    storedInputs: p.json<StoredInput[]>().nullable(),
    intent: p.json<Intent>().nullable(),
    question: p.json<Question>().nullable(),
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
    cancelRequestedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    startedAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    /** How many runs were started beyond the first, after one was lost. */
    resumes: p.integer().default(0),
    /** When the reconciler last looked at it; at first, when it was accepted. */
    reconciledAt: p.datetime().defaultRaw("now()"),
    /** When the reconciler found that its workflow task fails repeatedly; null when it does not. */
    stuckSince: p.datetime().nullable(),
    /** Since when its inputs, outputs and words are gone for callers. */
    deletedAt: p.datetime().nullable(),
    /** Since when they are gone from storage, too. */
    purgedAt: p.datetime().nullable(),
    /** Counts the changes; the ETag is made of it. */
    revision: p.integer().default(1),
  },
});
export class Job extends JobSchema.class {}
JobSchema.setClass(Job);

/** What is to be carried, and how the relay carries it. */
export type OutboxKind = "start" | "cancel" | "mail" | "webhook" | "provider-event";

/** What must reach Temporal: written with what it is about, carried over by the relay. */
const OutboxSchema = defineEntity({
  name: "OutboxMessage",
  tableName: "outbox",
  properties: {
    id: p.bigint().primary().autoincrement(),
    kind: p.text().$type<OutboxKind>(),
    /** The id of a job, a mail, a delivery or a provider's event. */
    subjectId: p.text().index("outbox_subject_index"),
    organizationId: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    availableAt: p.datetime().defaultRaw("now()"),
    attempts: p.integer().default(0),
    lastError: p.text().nullable(),
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

/** One paid provider call and all that is known of it. Unique by (job, step, generation) and by key. */
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
    /** The organization's own key that it goes with; null: with ours. */
    providerKeyId: p.text().nullable(),
    /** Which of our keys it goes with, where there are several. */
    keyFingerprint: p.text().nullable(),
    /** Unique, because it names job, step and generation. */
    idempotencyKey: p.text(),
    state: p.text().$type<SubmissionState>(),
    /**
     * Since when the outcome of an attempt is unknown that was, or may have been, sent. Until the provider
     * accepts the request or returns its result, the submission cannot be refused, returned or canceled.
     */
    inDoubtSince: p.datetime().nullable(),
    /** Only the attempt that put this here may record the provider's answer. */
    attemptToken: p.text().nullable(),
    attempts: p.integer().default(0),
    handle: p.json<ProviderHandle>().nullable(),
    providerRequestId: p.text().nullable(),
    result: p.json<GenerationResult>().nullable(),
    errorCode: p.text().nullable(),
    errorDetail: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    sentAt: p.datetime().nullable(),
    acceptedAt: p.datetime().nullable(),
    /** First failed request for its outcome after its deadline. */
    overdueSince: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    /** Since when it waits for a slot of its provider. */
    waitingSince: p.datetime().nullable(),
    /** Until then, or until it is finished, it holds one. */
    slotUntil: p.datetime().nullable(),
    /** When it was last attempted to settle it after its job had ended. */
    settleTriedAt: p.datetime().nullable(),
    /** When it became certain that its result, which the provider may bill, is delivered to no one. */
    undeliveredAt: p.datetime().nullable(),
    /** References that the provider gave to uploads for this request, by name: a repeated send uses the same. */
    uploads: p.json<Readonly<Record<string, string>>>().nullable(),
  },
});
export class ProviderSubmission extends SubmissionSchema.class {}
SubmissionSchema.setClass(ProviderSubmission);

/** A file of ours. Unique by (job, step, ordinal), so that a repeated store changes nothing. */
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
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime(),
    deletedAt: p.datetime().nullable(),
    /** Since when its file is gone, too. */
    purgedAt: p.datetime().nullable(),
  },
});
export class Output extends OutputSchema.class {}
OutputSchema.setClass(Output);
