import { type Actor, recordAudit } from "#db/audit.ts";
import { moveReserve } from "#db/billing/run-reserve.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { addJob, type NewJob } from "#db/jobs/jobs.ts";
import type { CreatedJob } from "#db/jobs/replays.ts";
import type { EntityManager } from "#db/orm.ts";
import { kindsOf } from "#domain/pipelines/locate-steps.ts";
import type { FrozenPrices } from "#domain/pipelines/runs/price-bound.ts";
import type { StepRow, StepValue } from "#domain/pipelines/runs/step-row.ts";
import type { Steps } from "#domain/pipelines/step.ts";
import type { CheckedVersion } from "#domain/pipelines/sub-pipelines.ts";

import { keepReusedFiles } from "./kept-files.ts";
import { refuseAboveRunLimit } from "./run-limit.ts";
import { writeRunSteps } from "./run-steps.ts";

export interface NewRun {
  /** Job of the run, without a choice of a model. */
  readonly job: NewJob & Required<Pick<NewJob, "pipeline">>;
  /** Definition of a run without a stored pipeline. */
  readonly version?: CheckedVersion | undefined;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly answers: Readonly<Record<string, StepValue>>;
  /** Actor that answers the questions of the resumed run, with the chosen options; null for a text. */
  readonly answered?: {
    readonly actor: Actor;
    readonly choices: Readonly<Record<string, string | null>>;
  };
  readonly fresh: readonly string[];
  /** Run that this one resumes, with the first run that was not a resume. */
  readonly resumes: { readonly runId: string; readonly rootId: string } | null;
  /** Steps that are settled before the run starts, with the steps of the definition. */
  readonly taken: { readonly steps: Steps; readonly rows: readonly StepRow[] };
  readonly prices: FrozenPrices;
  /** Upper limit of the price, which is held. */
  readonly maxCredits: number;
  readonly timeoutSeconds: number;
}

/**
 * Accepts a run: its job, its inputs, the steps that it takes over and the hold of its price, in one transaction. The same idempotency key returns the
 * first run. Throws like `createJob`, and `run_limit_reached`.
 */
export async function createRun(em: EntityManager, run: NewRun): Promise<CreatedJob> {
  const {
    job,
    version,
    inputs,
    answers,
    answered,
    fresh,
    resumes,
    taken,
    prices,
    maxCredits,
    timeoutSeconds,
  } = run;
  return em.transactional(async (tx) => {
    const created = await addJob(tx, job);
    if (created.replayed) return created;
    await refuseAboveRunLimit(tx, job.organizationId);
    const { jobId } = created;
    await tx.insert(PipelineRun, {
      jobId,
      definition: version?.definition ?? null,
      checked: version?.checked ?? null,
      inputs,
      answers,
      fresh: [...fresh],
      resumeOf: resumes?.runId ?? null,
      rootId: resumes?.rootId ?? jobId,
      prices,
      maxCredits,
      reserveNumber: 1,
      deadlineAt: new Date(Date.now() + timeoutSeconds * 1_000),
    });
    if (taken.rows.length > 0) {
      await writeRunSteps(tx, jobId, taken.rows, kindsOf(taken.steps));
      await keepReusedFiles(tx, { runId: jobId, ...taken });
    }
    await moveReserve(tx, { runId: jobId, number: 1, credits: maxCredits, started: [] });
    if (answered !== undefined && resumes !== null) {
      const { actor, choices } = answered;
      const target = { targetType: "job", targetId: resumes.runId };
      const after = { resumedBy: jobId, choices };
      await recordAudit(tx, { ...actor, action: "run.answered", ...target, after });
    }
    return created;
  });
}
