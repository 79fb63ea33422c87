import type { Job } from "#db/entities/job.ts";
import { type JobView, listJobParts } from "#db/jobs/job-parts.ts";
import type { EntityManager } from "#db/orm.ts";
import { isRun, listRunViews, type RunView } from "#db/pipelines/run-views.ts";
import type { AddressSettings } from "#storage/file-address.ts";

import { type PresentedJob, presentJob } from "./job.ts";

export interface Presenting {
  readonly em: EntityManager;
  readonly settings: AddressSettings;
  readonly now: () => Date;
}

/** `inFull` adds what lists omit of runs: inputs, results, files after the tenth, and the progress of the jobs that run. */
export async function presentJobs(
  jobs: readonly Job[],
  presenting: Presenting,
  { inFull = false }: { inFull?: boolean } = {},
): Promise<PresentedJob[]> {
  if (jobs.length === 0) return [];
  const partsOf = await listJobParts(
    presenting.em,
    jobs.map((job) => job.id),
  );
  return presentViews(
    jobs.map((job) => ({ job, ...partsOf(job.id) })),
    presenting,
    inFull,
  );
}

/** Credits and outputs of a run are those of its steps. */
async function presentViews(
  views: readonly JobView[],
  presenting: Presenting,
  inFull: boolean,
): Promise<PresentedJob[]> {
  const { settings, now } = presenting;
  const runIds = views.flatMap(({ job }) => (isRun(job) ? job.id : []));
  const runs: ReadonlyMap<string, RunView> =
    runIds.length === 0 ? new Map() : await listRunViews(presenting.em, runIds, { inFull });
  return views.map((view) => {
    const run = runs.get(view.job.id);
    return presentJob(
      run === undefined ? view : { ...view, billing: run.billing, outputs: run.files, run },
      settings,
      now(),
    );
  });
}

export async function presentJobView(view: JobView, presenting: Presenting): Promise<PresentedJob> {
  return onlyOne(await presentViews([view], presenting, true));
}

export async function presentOneJob(job: Job, presenting: Presenting): Promise<PresentedJob> {
  return onlyOne(await presentJobs([job], presenting, { inFull: true }));
}

function onlyOne([presented]: readonly PresentedJob[]): PresentedJob {
  if (presented === undefined) throw new Error("expected one job");
  return presented;
}
