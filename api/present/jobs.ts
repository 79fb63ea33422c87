import type { Job } from "#db/entities/job.ts";
import { type JobView, listJobParts } from "#db/jobs/job-parts.ts";
import type { EntityManager } from "#db/orm.ts";
import type { AddressSettings } from "#storage/file-address.ts";

import { type PresentedJob, presentJob } from "./job.ts";

export interface Presenting {
  readonly em: EntityManager;
  readonly settings: AddressSettings;
  readonly now: () => Date;
}

export async function presentJobs(
  jobs: readonly Job[],
  { em, settings, now }: Presenting,
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
  { settings, now }: Omit<Presenting, "em">,
): PresentedJob {
  return presentJob(view, settings, now());
}

export async function presentOneJob(job: Job, presenting: Presenting): Promise<PresentedJob> {
  const [presented] = await presentJobs([job], presenting);
  if (presented === undefined) throw new Error("expected one job");
  return presented;
}
