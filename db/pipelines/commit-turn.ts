import { moveReserve } from "#db/billing/run-reserve.ts";
import { Job, type JobError } from "#db/entities/job.ts";
import { PipelineRun, RunOutput } from "#db/entities/pipeline-run.ts";
import { endJob } from "#db/jobs/job-steps.ts";
import { addJobs, type NewJob } from "#db/jobs/jobs.ts";
import type { EntityManager } from "#db/orm.ts";
import { canBecome, type JobStatus } from "#domain/jobs/job.ts";
import { kindsOf } from "#domain/pipelines/locate-steps.ts";
import type { StepRow } from "#domain/pipelines/runs/step-row.ts";
import type { Steps } from "#domain/pipelines/step.ts";
import type { AnswerableQuestion } from "#domain/requests/answerable-question.ts";

import { keepFilesForDay, keepReusedFiles } from "./kept-files.ts";
import { writeRunSteps } from "./run-steps.ts";

/** One turn of a run: what a decision changes. */
export interface RunTurn {
  readonly runId: string;
  /** Number of the turn, from 1; that of its reserve in the ledger. */
  readonly number: number;
  /** Status of the run's job on which the decision is based. */
  readonly status: JobStatus;
  readonly rows: readonly StepRow[];
  /** Steps that start, with their jobs. A task has none. */
  readonly starts: readonly { readonly row: StepRow; readonly job: NewJob | null }[];
  /** Steps of the definition. */
  readonly steps: Steps;
  /** Credits that the steps which have not started may still need. */
  readonly reserve: number;
  /** Progress in percent, below 100; at the end of a run, its last progress. */
  readonly progress: number;
  readonly end: RunEndRows | null;
}

/** End of a run. */
export interface RunEndRows {
  readonly status: "completed" | "failed" | "canceled" | "needs_input";
  readonly error: JobError | null;
  readonly question: AnswerableQuestion | null;
  /** Values of the outputs, and the files among them in their order. */
  readonly results: Readonly<Record<string, unknown>> | null;
  readonly files: readonly { readonly name: string; readonly outputIds: readonly string[] }[];
}

/**
 * Commits a turn: rows, jobs and reserve, all or nothing. Returns null when another turn or a cancellation was committed
 * since the decision, which must then be made again; otherwise the ids of the jobs, in the order of their steps. Throws
 * one of `shortageCodes` when a further attempt needs credits that are no longer there.
 *
 * Locks the run's job, then its jobs' credits: a job of a step that ends locks the balance and never the run.
 */
export async function commitTurn(em: EntityManager, turn: RunTurn): Promise<string[] | null> {
  const { runId, number, status, rows, starts, steps, reserve, end } = turn;
  return em.transactional(async (tx) => {
    const unchanged = await tx.execute<{ id: string }[]>(
      `select id from jobs where id = ? and status = ? for no key update`,
      [runId, status],
    );
    if (unchanged.length === 0) return null;
    const first = { jobId: runId, reserveNumber: number - 1 };
    if ((await tx.nativeUpdate(PipelineRun, first, { reserveNumber: number })) === 0) return null;

    const jobs = starts.flatMap(({ job }) => job ?? []);
    const jobIds = jobs.length === 0 ? [] : await addJobs(tx, jobs);
    const ids = jobIds.values();
    const started = starts.map(({ row, job }) =>
      job === null ? row : { ...row, jobId: ids.next().value ?? "" },
    );
    // Events of steps have the run's progress, and the event of its end is the last one.
    if (end === null) await noteProgress(tx, turn);
    const changed = [...rows, ...started];
    if (changed.length > 0) await writeRunSteps(tx, runId, changed, kindsOf(steps));
    await keepReusedFiles(tx, { runId, steps, rows });
    const held = jobIds.map((jobId, index) => ({
      jobId,
      credits: jobs[index]?.choice?.credits ?? 0,
    }));
    await moveReserve(tx, { runId, number, credits: reserve, started: held });
    if (end !== null) {
      await endRun(tx, turn, end);
      await keepFilesForDay(tx, { runId, steps });
    }
    return jobIds;
  });
}

/** Records how far the run is. Progress never decreases. */
async function noteProgress(
  tx: EntityManager,
  { runId, progress }: Pick<RunTurn, "runId" | "progress">,
): Promise<void> {
  const job = await tx.findOneOrFail(Job, runId);
  if (job.progress >= progress && job.stage === "generating") return;
  job.stage = "generating";
  job.progress = Math.max(job.progress, progress);
  job.revision += 1;
  await tx.flush();
}

async function endRun(
  tx: EntityManager,
  { runId, progress }: Pick<RunTurn, "runId" | "progress">,
  { status, error, question, results, files }: RunEndRows,
): Promise<void> {
  const job = await tx.findOneOrFail(Job, runId);
  if (!canBecome(job.status, status)) throw new Error(`a run cannot become ${status}`);
  job.error = error;
  job.question = question;
  job.progress = status === "completed" ? 100 : Math.max(job.progress, progress);
  endJob(job, status);
  await tx.flush();
  await tx.nativeUpdate(PipelineRun, { jobId: runId }, { results });
  const outputs = files.flatMap(({ name, outputIds }) =>
    outputIds.map((outputId, ordinal) => ({ runId, name, ordinal, outputId })),
  );
  if (outputs.length > 0) await tx.insertMany(RunOutput, outputs);
}
