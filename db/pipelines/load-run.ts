import { Job, Output } from "#db/entities/job.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { PipelineVersion } from "#db/entities/pipeline.ts";
import type { EntityManager } from "#db/orm.ts";
import { listCallEnds } from "#db/webhooks/send-call.ts";
import type { StartDelays } from "#domain/pipelines/runs/pace-starts.ts";
import type { StepRow, TaskEnd } from "#domain/pipelines/runs/step-row.ts";
import { placePipelines, type CheckedVersion } from "#domain/pipelines/sub-pipelines.ts";

import { listFormerSteps, type FormerSteps } from "./former-steps.ts";
import { listRunSteps } from "./run-steps.ts";
import { measureStartDelays } from "./start-delays.ts";
import { listStepProgress } from "./step-progress.ts";

/** A run with everything that a decision about it needs. */
export interface LoadedRun {
  readonly job: Job;
  readonly run: PipelineRun;
  /** The pipelines that the definition runs are in their places. */
  readonly version: CheckedVersion;
  readonly rows: ReadonlyMap<string, StepRow>;
  /** Jobs of running steps that have ended, by id, with their outputs. */
  readonly ended: ReadonlyMap<string, { readonly job: Job; readonly outputs: readonly Output[] }>;
  /** Highest progress of the jobs of each step in percent, by the step's key. */
  readonly progress: ReadonlyMap<string, number>;
  readonly startDelays: StartDelays;
  /** Ends of the calls of running steps, by event. */
  readonly calls: ReadonlyMap<string, TaskEnd>;
  /** Steps that the runs before this one have completed. */
  readonly former: FormerSteps;
}

/** Loads a run as its last turn left it, with the jobs that have ended since. */
export async function loadRun(em: EntityManager, runId: string): Promise<LoadedRun> {
  const job = await em.findOneOrFail(Job, runId);
  const run = await em.findOneOrFail(PipelineRun, runId);
  const { definition, checked } = await findVersion(em, job, run);
  const rows = await listRunSteps(em, runId);
  const sent = [...rows.values()].flatMap(({ status, result }) =>
    status === "running" && result?.status === "sent" ? result.eventId : [],
  );
  return {
    job,
    run,
    version: { definition: placePipelines({ definition, checked }), checked },
    rows,
    former: run.resumeOf == null ? new Map() : await listFormerSteps(em, run.resumeOf),
    calls: await listCallEnds(em, sent),
    ended: await listEndedStepJobs(em, rows),
    progress: await listStepProgress(em, runId),
    startDelays: await measureStartDelays(em, runId),
  };
}

/** Lists the jobs of running steps that have ended, by id, with their outputs. */
export async function listEndedStepJobs(
  em: EntityManager,
  rows: LoadedRun["rows"],
): Promise<LoadedRun["ended"]> {
  const running = [...rows.values()].flatMap(({ status, jobId }) =>
    status === "running" && jobId !== undefined ? jobId : [],
  );
  if (running.length === 0) return new Map();
  const jobs = await em.find(Job, { id: { $in: running }, finishedAt: { $ne: null } });
  if (jobs.length === 0) return new Map();
  const outputs = await em.find(
    Output,
    { jobId: { $in: jobs.map(({ id }) => id) } },
    { orderBy: { step: "asc", ordinal: "asc" } },
  );
  const byJob = Map.groupBy(outputs, ({ jobId }) => jobId);
  return new Map(jobs.map((job) => [job.id, { job, outputs: byJob.get(job.id) ?? [] }]));
}

/** A run of several requests in one message has its own definition. */
async function findVersion(
  em: EntityManager,
  { pipelineId, pipelineVersion }: Job,
  run: PipelineRun,
): Promise<CheckedVersion> {
  return (
    ownVersion(run) ??
    em.findOneOrFail(PipelineVersion, {
      pipelineId: pipelineId ?? "",
      version: pipelineVersion ?? 0,
    })
  );
}

/** Returns the definition that is stored with a run instead of a pipeline. Null for a run of a pipeline. */
export function ownVersion({
  definition,
  checked,
}: Pick<PipelineRun, "definition" | "checked">): CheckedVersion | null {
  return definition == null || checked == null ? null : { definition, checked };
}
