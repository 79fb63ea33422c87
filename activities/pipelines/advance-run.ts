import { activityInfo } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { isShortage } from "#db/billing/credits.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { isRefusal } from "#db/jobs/jobs.ts";
import { cancelStepJobs } from "#db/pipelines/cancel-step-jobs.ts";
import { commitTurn } from "#db/pipelines/commit-turn.ts";
import { loadRun, type LoadedRun } from "#db/pipelines/load-run.ts";
import { abandonDeliveries } from "#db/webhooks/abandon-deliveries.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";
import type { RunTask, RunTurnResult } from "#domain/jobs/run-turn.ts";
import { paceWaitMs } from "#domain/pipelines/runs/pace-starts.ts";
import { remainingBound } from "#domain/pipelines/runs/price-bound.ts";
import { runProgress } from "#domain/pipelines/runs/run-progress.ts";
import type { RunDecision } from "#domain/pipelines/runs/run-state.ts";
import type { StepRow } from "#domain/pipelines/runs/step-row.ts";
import type { StepKindName } from "#domain/pipelines/step.ts";

import { abandonRun } from "./abandon-run.ts";
import { attemptId, decideTurn, type DecidedTurn, type Refusals } from "./decide-turn.ts";
import { describeRun } from "./describe-run.ts";
import { endOfRun } from "./end-of-run.ts";
import { startStepJobs, type StartedStep } from "./start-step-jobs.ts";
import { taskOf } from "./tasks/index.ts";
import { unsentEvent } from "./unsent-event.ts";

type AdvanceDependencies = Pick<
  ActivityDependencies,
  "orm" | "client" | "expressions" | "providerSettings" | "writeText" | "logger"
>;

/** Decisions of one activity that a concurrent commit, or a refusal at the commit, makes obsolete. */
const decisionsMax = 20;

/**
 * Failed attempts of one turn after which only a bug, or a row that no turn can read, explains them. Covers a day of
 * outages at the maximum interval, 30 s.
 */
export const turnAttemptsMax = 2_880;

/** Longest wait for a signal, which a workflow shortens. */
const waitMsMax = 86_400_000;
const waitMsMin = 100;

/**
 * Takes one turn of a run: settles steps whose jobs have ended, starts others, cancels, and ends the run. The rows decide,
 * so a repeated or concurrent call starts nothing twice. A day of failed turns ends the run as `run_stuck`.
 */
export function createAdvanceRun(dependencies: AdvanceDependencies) {
  return async function advanceRun({ jobId }: { jobId: string }): Promise<RunTurnResult> {
    try {
      if (activityInfo().attempt > turnAttemptsMax) {
        return { state: "ended", ...(await abandonRun(jobId, dependencies)) };
      }
      return await advance(jobId, dependencies);
    } catch (error) {
      // A run may have paid jobs, so an error that would not be retried must not end the workflow.
      if (!(error instanceof AppError) || errorCatalog[error.code].retryable) throw error;
      throw new Error(`a turn failed with ${error.code}`, { cause: error });
    }
  };
}

async function advance(runId: string, dependencies: AdvanceDependencies): Promise<RunTurnResult> {
  const { orm } = dependencies;
  const position = await beginJob(orm.em.fork(), runId);
  if (position === null) return { state: "ended", status: "deleted" };
  if (isFinal(position.status)) return { state: "ended", status: position.status };
  const refusals: Refusals = new Map();
  for (let decisions = 0; decisions < decisionsMax; decisions += 1) {
    const loaded = await loadRun(orm.em.fork(), runId);
    if (isFinal(loaded.job.status)) return { state: "ended", status: loaded.job.status };
    const turn = await decideTurn(loaded, refusals, dependencies);
    const rows = rowsAfter(loaded, turn);
    const jobIds = await commit(loaded, { turn, rows, refusals, dependencies });
    if (jobIds === null) continue;
    const { decision } = turn;
    await cancelStepJobs(
      orm.em.fork(),
      decision.cancels.flatMap((key) => rows.get(key)?.jobId ?? []),
    );
    await abandonDeliveries(orm.em.fork(), { eventIds: decision.rows.flatMap(unsentEvent) });
    const started = startedSteps(turn, jobIds);
    await startStepJobs(loaded.job, started, dependencies);
    const details = detailsOf(loaded, { decision, rows, started });
    if (decision.end !== null) return { state: "ended", status: decision.end.status, details };
    return {
      state: "open",
      more: decision.more,
      waitMs: waitMsOf(loaded, decision),
      tasks: tasksOf(decision, rows),
      details,
    };
  }
  throw new Error("other turns of the run were always first");
}

/** The jobs that a turn has started, in the order of its steps. */
function startedSteps({ starts }: DecidedTurn, jobIds: readonly string[]): StartedStep[] {
  const ids = jobIds.values();
  return starts.flatMap(({ start: { key }, job }) =>
    job === null ? [] : { key, jobId: ids.next().value ?? "" },
  );
}

function detailsOf(
  { job, version }: LoadedRun,
  {
    decision,
    rows: before,
    started,
  }: {
    readonly decision: RunDecision;
    readonly rows: ReadonlyMap<string, StepRow>;
    readonly started: readonly StartedStep[];
  },
): string {
  const rows = new Map(before);
  // The commit has given them their jobs.
  for (const { key, jobId } of started) {
    const row = rows.get(key);
    if (row !== undefined) rows.set(key, { ...row, jobId });
  }
  return describeRun({
    pipeline: `${job.pipelineId} version ${job.pipelineVersion}`,
    status: decision.end?.status ?? job.status,
    stepNames: Object.keys(version.definition.steps),
    rows,
    namespace: activityInfo().workflowNamespace ?? "",
  });
}

function rowsAfter(
  { rows }: LoadedRun,
  { decision, starts }: DecidedTurn,
): ReadonlyMap<string, StepRow> {
  const after = new Map(rows);
  const startedAt = new Date();
  for (const row of decision.rows) after.set(row.key, row);
  for (const { start } of starts) {
    const { key, step, attempt, requestHash, effect, request } = start;
    const value = effect === "task" ? { value: request } : {};
    after.set(key, { key, step, status: "running", attempt, requestHash, startedAt, ...value });
  }
  return after;
}

/** Returns the ids of the jobs that start, or null when the turn must be decided again. */
async function commit(
  { job, run, version, progress, rows: before }: LoadedRun,
  {
    turn: { decision, starts },
    rows,
    refusals,
    dependencies: { orm },
  }: {
    turn: DecidedTurn;
    rows: ReadonlyMap<string, StepRow>;
    refusals: Refusals;
    dependencies: AdvanceDependencies;
  },
): Promise<string[] | null> {
  const { steps } = version.definition;
  if (decision.rows.length === 0 && starts.length === 0 && decision.end === null) return [];
  try {
    return await commitTurn(orm.em.fork(), {
      runId: job.id,
      number: run.reserveNumber + 1,
      status: job.status,
      rows: decision.rows,
      starts: starts.flatMap(({ start, job: started }) => {
        const row = rows.get(start.key);
        return row === undefined ? [] : { row, job: started };
      }),
      steps,
      reserve: decision.end === null ? remainingBound(steps, rows, run.prices).max : 0,
      progress: runProgress(steps, {
        // The steps that the end of a failed run skips were not made.
        rows: decision.end === null ? rows : before,
        seconds: run.prices.seconds ?? {},
        items: run.prices.items,
        running: progress,
      }),
      end: decision.end === null ? null : endOfRun(job, decision.end, rows),
    });
  } catch (error) {
    if (!noteRefusal(error, starts, refusals)) throw error;
    return null;
  }
}

/**
 * Notes which attempts caused the refusal of a commit: further attempts need credits that the run does not hold, and an
 * asset may have been deleted. Returns false for any other error.
 */
function noteRefusal(error: unknown, starts: DecidedTurn["starts"], refusals: Refusals): boolean {
  if (!(error instanceof AppError) || !isRefusal(error)) return false;
  const causes = starts.filter(({ start, job }) =>
    isShortage(error)
      ? start.attempt > 1
      : job?.request.inputs.some((input) => "assetId" in input) === true,
  );
  for (const { start } of causes) {
    refusals.set(attemptId(start), { code: error.code, message: error.message });
  }
  return causes.length > 0;
}

/** The rows of tasks have the step's fields as their value. */
function tasksOf({ tasks }: RunDecision, rows: ReadonlyMap<string, StepRow>): RunTask[] {
  return tasks.map(({ key }) => {
    const kind = rows.get(key)?.value?.["kind"] as StepKindName;
    return { key, taskQueue: taskOf(kind).taskQueue };
  });
}

function waitMsOf({ run, startDelays }: LoadedRun, { nextTimeout, isPaced }: RunDecision): number {
  const now = Date.now();
  const times = [run.deadlineAt, nextTimeout].flatMap((time) =>
    time !== null && time.getTime() > now ? time.getTime() - now : [],
  );
  const waitMs = isPaced ? paceWaitMs(startDelays) : waitMsMax;
  return Math.max(waitMsMin, Math.min(waitMs, ...times));
}
