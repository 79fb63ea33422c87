import { listJobBilling } from "#db/credits.ts";
import type { Job } from "#db/entities/job.ts";
import type { EntityManager } from "#db/orm.ts";
import { listOutputs } from "#db/outputs.ts";
import { listSubmissions } from "#db/submissions.ts";

import type { RequestDependencies } from "./dependencies.ts";
import { type JobParts, type PresentedJob, presentJob } from "./present/job.ts";

/** What belongs to some jobs, in three queries however many they are. */
async function loadParts(em: EntityManager, jobs: readonly Job[]): Promise<JobParts[]> {
  const ids = jobs.map((job) => job.id);
  const [outputs, billing, attempts] = await Promise.all([
    listOutputs(em.fork(), ids),
    listJobBilling(em.fork(), ids),
    listSubmissions(em.fork(), ids),
  ]);
  return jobs.map((job) => ({
    job,
    outputs: outputs.filter((output) => output.jobId === job.id),
    attempts: attempts.filter((attempt) => attempt.jobId === job.id),
    billing: billing.get(job.id),
  }));
}

export async function presentJobs(
  jobs: readonly Job[],
  { em, settings, now }: Pick<RequestDependencies, "em" | "settings" | "now">,
): Promise<PresentedJob[]> {
  const parts = await loadParts(em, jobs);
  return parts.map((part) => presentJob(part, settings, now()));
}

export async function presentOneJob(
  job: Job,
  dependencies: Pick<RequestDependencies, "em" | "settings" | "now">,
): Promise<PresentedJob> {
  const [presented] = await presentJobs([job], dependencies);
  if (presented === undefined) throw new Error("one job gave no answer");
  return presented;
}
