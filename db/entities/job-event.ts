import { defineEntity, p } from "@mikro-orm/core";

import type { JobEventType } from "#domain/jobs/job-event.ts";
import type { JobStage, JobStatus } from "#domain/jobs/job.ts";
import type { Question } from "#domain/requests/intent.ts";

import type { JobError } from "./job.ts";

/** What some events tell beside status and progress. */
export interface JobEventData {
  readonly model?: { readonly id: string; readonly provider: string };
  readonly estimatedCredits?: number;
  readonly error?: JobError;
  readonly question?: Question;
}

/**
 * One change of a job as its callers may know it, written by triggers of `jobs` and by nothing else.
 * Sequences of a job have no gap: the row lock of the job orders its changes.
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
  },
});
export class JobEvent extends JobEventSchema.class {}
JobEventSchema.setClass(JobEvent);
