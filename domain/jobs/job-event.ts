import type { JobStatus } from "./job.ts";

/**
 * Types of job events with their descriptions. The triggers `note_job_change` and `note_run_step` derive events from
 * the rows, so `db/sql` repeats these types.
 */
export const jobEventTypes = {
  "job.queued": "The job was accepted. Always the first event.",
  "job.started": "The engine has started the job.",
  "job.planned": "Model and price are fixed.",
  "job.stage": "The stage has changed.",
  "job.progress": "The progress has changed; at most one event a second.",
  "run.step": "A step of a pipeline's run has changed; `step` has its state.",
  "job.canceling": "Cancellation was requested.",
  "job.completed": "The job completed. The last event.",
  "job.failed": "The job ended without a result. The last event.",
  "job.canceled": "The job was canceled. The last event.",
  "job.needs_input": "The job ended with a question. The last event.",
} as const satisfies Record<string, string>;

export type JobEventType = keyof typeof jobEventTypes;

const endTypes: Readonly<Record<string, JobStatus>> = {
  "job.completed": "completed",
  "job.failed": "failed",
  "job.canceled": "canceled",
  "job.needs_input": "needs_input",
};

/**
 * Reports whether an event type is the last one of a job. Accepts any string, because it also reads
 * notifications.
 */
export function isEndEvent(type: string): boolean {
  return Object.hasOwn(endTypes, type);
}
