import type { Job, JobEvent } from "@gme/client";

import { mergeStep } from "./merge-step.ts";

/** Statuses that no event follows. */
const finalStatuses: readonly string[] = ["completed", "failed", "canceled", "needs_input"];

export function isFinal({ status }: Pick<Job, "status">): boolean {
  return finalStatuses.includes(status);
}

/**
 * Applies what an event says about a job. A job that was read after the event is further already: a final status stays,
 * and progress never decreases.
 */
export function mergeEvent(job: Job, event: JobEvent): Job {
  if (event.jobId !== job.jobId || isFinal(job)) return job;
  if (!isFinal(event) && event.progress.percent < job.progress.percent) return job;
  const { status, progress, model, question, error, step } = event;
  return {
    ...job,
    status,
    // A run's events lag behind the progress of its jobs, which a read counts.
    progress: { ...progress, percent: Math.max(job.progress.percent, progress.percent) },
    ...(model === undefined ? {} : { model }),
    ...(question === undefined ? {} : { question }),
    ...(error === undefined ? {} : { error }),
    ...(step === undefined || job.run === undefined ? {} : { run: mergeStep(job.run, step) }),
  };
}

/** Result of a read of one job or of a list, page by page or not. */
type JobData = Job | { readonly data: readonly Job[] } | { readonly pages: readonly unknown[] };

/** Changes the job wherever cached data have it; data without the job stay the same object. */
export function mapJob(data: unknown, jobId: string, update: (job: Job) => Job): unknown {
  if (typeof data !== "object" || data === null) return data;
  const cached = data as JobData;
  if ("pages" in cached) {
    const pages = mapSame(cached.pages, (page) => mapJob(page, jobId, update));
    return pages === cached.pages ? cached : { ...cached, pages };
  }
  if ("data" in cached) {
    const jobs = mapSame(cached.data, (job) => (job.jobId === jobId ? update(job) : job));
    return jobs === cached.data ? cached : { ...cached, data: jobs };
  }
  return cached.jobId === jobId ? update(cached) : cached;
}

export function hasJob(data: unknown, jobId: string): boolean {
  let isFound = false;
  mapJob(data, jobId, (job) => {
    isFound = true;
    return job;
  });
  return isFound;
}

function mapSame<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const changed = items.map(change);
  return changed.every((item, index) => item === items[index]) ? items : changed;
}

/** Returns true if the event does not change the status of its job. */
export function isQuiet({ type }: JobEvent): boolean {
  return type === "job.progress" || type === "job.stage" || type === "run.step";
}

/** Returns true if the event may have moved the job into the list with this filter, or out of it. */
export function changesMembers(
  filter: { readonly status?: string },
  event: JobEvent,
  isMember: boolean,
): boolean {
  const isListed = filter.status?.split(",").includes(event.status) ?? true;
  if (isMember) return !isListed;
  if (event.type === "job.queued") return isListed;
  return filter.status !== undefined && isListed && !isQuiet(event);
}
