import type { RequestDependencies } from "#api/dependencies.ts";
import type { Job } from "#db/entities/job.ts";
import { type JobView, listJobParts } from "#db/jobs/job-parts.ts";

import { type PresentedJob, presentJob } from "./job.ts";

export async function presentJobs(
  jobs: readonly Job[],
  { em, settings, now }: Pick<RequestDependencies, "em" | "settings" | "now">,
): Promise<PresentedJob[]> {
  if (jobs.length === 0) return [];
  const partsOf = await listJobParts(
    em,
    jobs.map((job) => job.id),
  );
  return jobs.map((job) => presentJob({ job, ...partsOf(job.id) }, settings, now()));
}

export function presentJobView(
  view: JobView,
  { settings, now }: Pick<RequestDependencies, "settings" | "now">,
): PresentedJob {
  return presentJob(view, settings, now());
}

export async function presentOneJob(
  job: Job,
  dependencies: Pick<RequestDependencies, "em" | "settings" | "now">,
): Promise<PresentedJob> {
  const [presented] = await presentJobs([job], dependencies);
  if (presented === undefined) throw new Error("expected one job");
  return presented;
}
