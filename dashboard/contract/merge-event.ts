import type { Job, JobEvent } from "@gme/client";

/** Statuses that no event follows. */
const finalStatuses: readonly string[] = ["completed", "failed", "canceled", "needs_input"];

export function isFinal({ status }: Pick<Job, "status">): boolean {
  return finalStatuses.includes(status);
}

/** Applies what an event says about a job. A final status stays, because events may arrive late. */
export function mergeEvent(job: Job, event: JobEvent): Job {
  if (event.jobId !== job.jobId || isFinal(job)) return job;
  const { status, progress, model, question, error } = event;
  return {
    ...job,
    status,
    // A run's events lag behind the progress of its jobs, which a read counts.
    progress: { ...progress, percent: Math.max(job.progress.percent, progress.percent) },
    ...(model === undefined ? {} : { model }),
    ...(question === undefined ? {} : { question }),
    ...(error === undefined ? {} : { error }),
  };
}
