import type { JobBilling } from "#db/billing/credits.ts";
import { Job, Output } from "#db/entities/job.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { PipelineVersion } from "#db/entities/pipeline.ts";
import type { JobOutput } from "#db/jobs/job-parts.ts";
import { listOutputs } from "#db/jobs/outputs.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Definition } from "#domain/pipelines/definition.ts";
import { stepKinds } from "#domain/pipelines/kinds/index.ts";
import {
  stepStatuses,
  type SkipReason,
  type StepError,
  type StepStatus,
} from "#domain/pipelines/runs/step-row.ts";
import { placePipelines } from "#domain/pipelines/sub-pipelines.ts";

import { findRunProgress } from "./step-progress.ts";

/** Kinds of steps that make or ask something. */
const countedKinds = Object.entries(stepKinds)
  .filter(([, { effect }]) => effect === "job" || effect === "task" || effect === "answer")
  .map(([kind]) => kind);

/** A run as callers see it, with the credits and the files of its steps. */
export interface RunView {
  readonly pipelineId: string;
  readonly version: number;
  readonly resumeOf: string | null;
  readonly maxCredits: number;
  /** Null in lists, where the texts of many runs would be too large. */
  readonly inputs: Readonly<Record<string, unknown>> | null;
  /** Progress of an open run in percent, with the jobs that run. Null in lists, where it would need all steps of many runs. */
  readonly percent: number | null;
  /** Null in lists, too. */
  readonly results: Readonly<Record<string, unknown>> | null;
  /** In lists the first ten. */
  readonly files: readonly JobOutput[];
  /** Stored files that the run's question shows. Empty in lists. */
  readonly shown: readonly Pick<Output, "id" | "expiresAt">[];
  readonly billing: JobBilling;
  /** Executions of steps that make or ask something. */
  readonly counts: Readonly<Record<StepStatus, number>>;
  /** Outermost steps, in the order of the definition; `waiting` until they begin. */
  readonly steps: readonly RunStepView[];
}

interface RunStepView {
  readonly step: string;
  readonly kind: string;
  readonly status: StepStatus;
  readonly attempt: number;
  readonly jobId: string | null;
  readonly credits: number | null;
  readonly items: {
    readonly total: number;
    readonly completed: number;
    readonly failed: number;
  } | null;
  readonly error: StepError | null;
  readonly reason: SkipReason | null;
}

/** Reports whether a job is a run of a pipeline, and not the job of a step. */
export function isRun({ pipelineId, runStep }: Pick<Job, "pipelineId" | "runStep">): boolean {
  return pipelineId != null && runStep == null;
}

/** Loads what the tables of runs have about jobs that are runs; `inFull` what lists omit, too. */
export async function listRunViews(
  em: EntityManager,
  runIds: readonly string[],
  { inFull }: { inFull: boolean },
): Promise<ReadonlyMap<string, RunView>> {
  const ids = [...runIds];
  const runs = await em.find(
    PipelineRun,
    { jobId: { $in: ids } },
    { exclude: ["inputs", "results", "checked"] },
  );
  const values = inFull ? await listValues(em, ids) : null;
  const jobs = await em.find(
    Job,
    { id: { $in: ids } },
    { fields: ["id", "pipelineId", "pipelineVersion", "finishedAt", "organizationId", "question"] },
  );
  const jobOf = new Map(jobs.map((job) => [job.id, job]));
  const versions = await em.find(PipelineVersion, {
    $or: jobs.map(({ pipelineId, pipelineVersion }) => ({
      pipelineId: pipelineId ?? "",
      version: pipelineVersion ?? 0,
    })),
  });
  const definitionOf = ({
    jobId,
    definition,
  }: Pick<PipelineRun, "jobId" | "definition">): Definition | undefined => {
    const { pipelineId, pipelineVersion } = jobOf.get(jobId) ?? {};
    const found = versions.find(
      (each) => each.pipelineId === pipelineId && each.version === pipelineVersion,
    );
    // A definition without a pipeline runs no other pipeline.
    return definition ?? (found === undefined ? undefined : placePipelines(found));
  };
  const percents = new Map<string, number>();
  for (const run of inFull ? runs : []) {
    if (jobOf.get(run.jobId)?.finishedAt != null) continue;
    const { steps = {} } = definitionOf(run) ?? {};
    percents.set(run.jobId, await findRunProgress(em, run, steps));
  }
  const rows = await listOuterRows(em, ids);
  const counts = await countSteps(em, ids);
  const billing = await sumCredits(em, ids);
  const files = await listRunFiles(em, jobs, inFull ? undefined : listedFilesMax);
  const shown = inFull ? await listShownFiles(em, jobs) : [];
  return new Map(
    runs.map((run) => {
      const { pipelineId, pipelineVersion } = jobOf.get(run.jobId) ?? {};
      const steps = stepsOf(definitionOf(run), rows.get(run.jobId) ?? []);
      const { held = 0, captured = 0 } = billing.get(run.jobId) ?? {};
      return [
        run.jobId,
        {
          pipelineId: pipelineId ?? "",
          version: pipelineVersion ?? 1,
          resumeOf: run.resumeOf ?? null,
          maxCredits: run.maxCredits,
          inputs: values?.get(run.jobId)?.inputs ?? null,
          percent: percents.get(run.jobId) ?? null,
          results: values === null ? null : (values.get(run.jobId)?.results ?? {}),
          files: files.get(run.jobId) ?? [],
          shown,
          billing: {
            heldCredits: held,
            capturedCredits: captured,
            // The reserve moves many times; the caller sees what of the price was given back.
            releasedCredits: Math.max(0, run.maxCredits - held - captured),
          },
          counts: countsWith(steps, counts.get(run.jobId)),
          steps,
        },
      ];
    }),
  );
}

async function listValues(
  em: EntityManager,
  runIds: string[],
): Promise<ReadonlyMap<string, Pick<PipelineRun, "inputs" | "results">>> {
  const runs = await em.find(
    PipelineRun,
    { jobId: { $in: runIds } },
    { fields: ["jobId", "inputs", "results"] },
  );
  return new Map(runs.map(({ jobId, inputs, results }) => [jobId, { inputs, results }]));
}

const none = Object.fromEntries(stepStatuses.map((status) => [status, 0])) as Record<
  StepStatus,
  number
>;

/** Adds the outermost steps that have not begun, which have no rows. */
function countsWith(
  steps: readonly RunStepView[],
  counts: Partial<Record<StepStatus, number>> = {},
): Record<StepStatus, number> {
  const first = steps.filter(
    ({ kind, status, attempt }) =>
      status === "waiting" && attempt === 1 && countedKinds.includes(kind),
  );
  const { waiting: retries = 0 } = counts;
  return { ...none, ...counts, waiting: retries + first.length };
}

async function countSteps(
  em: EntityManager,
  runIds: string[],
): Promise<ReadonlyMap<string, Partial<Record<StepStatus, number>>>> {
  const rows = await em.execute<{ run_id: string; counts: Partial<Record<StepStatus, number>> }[]>(
    `select run_id, jsonb_object_agg(status, count) as counts
     from (
       select run_id, status, count(*)::int from run_steps
       where run_id in (${runIds.map(() => "?").join(", ")}) and kind = any (?::text[])
       group by run_id, status) counted
     group by run_id`,
    [...runIds, `{${countedKinds.join(",")}}`],
  );
  return new Map(rows.map(({ run_id: runId, counts }) => [runId, counts]));
}

interface OuterRow {
  readonly run_id: string;
  readonly key: string;
  readonly step: string;
  readonly status: StepStatus;
  readonly attempt: number;
  readonly job_id: string | null;
  readonly credits: number | null;
  readonly items: number | null;
  readonly error: StepError | null;
  readonly reason: SkipReason | null;
}

/** Outermost steps, and the items of outermost maps. A reused result was paid in a former run. */
async function listOuterRows(
  em: EntityManager,
  runIds: string[],
): Promise<ReadonlyMap<string, OuterRow[]>> {
  const rows = await em.execute<OuterRow[]>(
    `select run_id, key, step, status, attempt, job_id,
       (value ->> 'credits')::int * (status <> 'reused')::int as credits, items, error, reason
     from run_steps where run_id in (${runIds.map(() => "?").join(", ")}) and position('.' in key) = 0`,
    runIds,
  );
  return Map.groupBy(rows, ({ run_id: runId }) => runId);
}

/** A step that has no row yet. */
const waiting = {
  status: "waiting",
  attempt: 1,
  job_id: null,
  credits: null,
  items: null,
  error: null,
  reason: null,
} as const;

function stepsOf(definition: Definition | undefined, rows: readonly OuterRow[]): RunStepView[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return Object.entries(definition?.steps ?? {}).map(([step, { kind }]) => {
    const row = byKey.get(step) ?? waiting;
    const { status, attempt, job_id: jobId, credits, items, error, reason } = row;
    const ofItems = rows.filter((each) => each.step === step && each.key !== step);
    const count = (wanted: StepStatus) => ofItems.filter((item) => item.status === wanted).length;
    return {
      step,
      kind,
      status,
      attempt,
      jobId,
      credits,
      items:
        items === null
          ? null
          : { total: items, completed: count("completed"), failed: count("failed") },
      error,
      reason,
    };
  });
}

/** Held and captured credits of the reserve and of the steps' jobs. */
async function sumCredits(
  em: EntityManager,
  runIds: string[],
): Promise<ReadonlyMap<string, { held: number; captured: number }>> {
  const rows = await em.execute<{ run_id: string; held: number; captured: number }[]>(
    `select j.run_id,
       sum(case kind when 'hold' then amount else -amount end)::int as held,
       coalesce(sum(amount) filter (where kind = 'capture'), 0)::int as captured
     from (
       select id, id as run_id from jobs where id in (${runIds.map(() => "?").join(", ")})
       union all
       select id, run_id from jobs where run_id in (${runIds.map(() => "?").join(", ")})
     ) j cross join lateral (
       select kind, amount from credit_entries where kind = 'hold' and job_id = j.id
       union all
       select kind, amount from credit_entries where kind in ('capture', 'release') and job_id = j.id
     ) entry
     group by j.run_id`,
    [...runIds, ...runIds],
  );
  return new Map(rows.map(({ run_id: runId, held, captured }) => [runId, { held, captured }]));
}

/** Lists the stored files that questions show. */
async function listShownFiles(
  em: EntityManager,
  jobs: readonly Pick<Job, "organizationId" | "question">[],
): Promise<RunView["shown"]> {
  const named = jobs.flatMap(({ organizationId, question }) =>
    (question?.show ?? []).flatMap(({ outputId }) =>
      outputId === undefined ? [] : { id: outputId, organizationId },
    ),
  );
  if (named.length === 0) return [];
  return em.find(Output, { $or: named, deletedAt: null }, { fields: ["id", "expiresAt"] });
}

/** Files of each run in a list of runs. */
const listedFilesMax = 10;

/** Lists the files of a job: its outputs, or those of a run. */
export async function listFilesOfJob(em: EntityManager, job: Job): Promise<Output[]> {
  if (!isRun(job)) return listOutputs(em, [job.id]);
  return (await listRunFiles(em, [job])).get(job.id) ?? [];
}

/**
 * Lists the files of runs that are kept, in the order of the definition's outputs; of each run at most `max`. A value could name a
 * file of another organization, so the files are looked up within that of the run.
 */
async function listRunFiles(
  em: EntityManager,
  runs: readonly Pick<Job, "id" | "organizationId">[],
  max?: number,
): Promise<ReadonlyMap<string, Output[]>> {
  const rows = await em.execute<{ run_id: string; output_id: string }[]>(
    `select run_id, output_id
     from pipeline_runs run cross join lateral (
       select run_id, output_id, min(array[place, ordinal]) as place
       from json_object_keys(run.results) with ordinality as result (name, place)
       join run_outputs using (name)
       where run_id = run.job_id
       group by run_id, output_id
       order by place
       limit ?) file
     where run.job_id in (${runs.map(() => "?").join(", ")})
     order by place`,
    [max ?? null, ...runs.map(({ id }) => id)],
  );
  const ids = [...new Set(rows.map(({ output_id: outputId }) => outputId))];
  const outputs = await em.find(Output, { id: { $in: ids }, deletedAt: null });
  const byId = new Map(outputs.map((output) => [output.id, output]));
  const ofRuns = Map.groupBy(rows, ({ run_id: runId }) => runId);
  return new Map(
    runs.map(({ id: runId, organizationId }) => [
      runId,
      (ofRuns.get(runId) ?? []).flatMap(({ output_id: outputId }) => {
        const output = byId.get(outputId);
        return output?.organizationId === organizationId ? output : [];
      }),
    ]),
  );
}
