import { defineEntity, p } from "@mikro-orm/core";

import type { JobEventType } from "#domain/jobs/job-event.ts";
import type { JobStage, JobStatus } from "#domain/jobs/job.ts";
import type { SkipReason, StepError, StepStatus } from "#domain/pipelines/runs/step-row.ts";
import type { AnswerableQuestion } from "#domain/requests/answerable-question.ts";

import type { JobError } from "./job.ts";

/** Additional fields of some events, besides status and progress. */
export interface JobEventData {
  readonly model?: { readonly id: string; readonly provider: string };
  readonly estimatedCredits?: number;
  readonly error?: JobError;
  readonly question?: AnswerableQuestion;
  readonly step?: StepEventData;
}

/** A step of a run after its change. */
export interface StepEventData {
  readonly step: string;
  readonly kind?: string;
  readonly status: StepStatus;
  readonly attempt: number;
  readonly jobId?: string;
  readonly model?: { readonly id: string; readonly provider: string };
  readonly credits?: number;
  readonly error?: StepError;
  readonly reason?: SkipReason;
}

/**
 * One visible change of a job, written only by triggers of `jobs` and `run_steps`. Sequence numbers of a job have no
 * gaps, because the job's row lock orders its changes.
 */
const JobEventSchema = defineEntity({
  name: "JobEvent",
  tableName: "job_events",
  properties: {
    jobId: p.text().primary(),
    sequence: p.integer().primary(),
    organizationId: p.text(),
    type: p.text().$type<JobEventType>(),
    status: p.text().$type<JobStatus>(),
    stage: p.text().$type<JobStage>().nullable(),
    progress: p.smallint(),
    etaSeconds: p.integer().nullable(),
    data: p.json<JobEventData>().nullable(),
    createdAt: p.datetime(),
    /** Transaction that wrote the event; null in rows of earlier versions. Read in SQL only. */
    transactionId: p
      .string()
      .columnType("xid8")
      .defaultRaw("pg_current_xact_id()")
      .nullable()
      .lazy(),
  },
});
export class JobEvent extends JobEventSchema.class {}
JobEventSchema.setClass(JobEvent);
