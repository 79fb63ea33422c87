import type { PipelineRun, RunStep } from "#db/entities/pipeline-run.ts";
import type { EntityManager } from "#db/orm.ts";
import { runProgress } from "#domain/pipelines/runs/run-progress.ts";
import type { Steps } from "#domain/pipelines/step.ts";

import { toStepRow } from "./run-steps.ts";

/**
 * Returns how far an open run is now, in percent below 100: further than at its last turn, while jobs run. A run that has
 * ended since counts without the steps that its end has settled.
 */
export async function findRunProgress(
  em: EntityManager,
  { jobId: runId, prices }: Pick<PipelineRun, "jobId" | "prices">,
  steps: Steps,
): Promise<number> {
  const rows = await em.execute<Partial<RunStep>[]>(
    `select s.key, s.step, s.status, s.attempt, s.items, s.picked
     from run_steps s join jobs r on r.id = s.run_id
     where s.run_id = ? and r.finished_at is null`,
    [runId],
  );
  return runProgress(steps, {
    rows: new Map(rows.map(toStepRow).map((row) => [row.key, row])),
    seconds: prices.seconds ?? {},
    items: prices.items,
    running: await listStepProgress(em, runId),
  });
}

/** Lists the highest progress of the jobs of each step in percent, by the step's key: a further attempt takes nothing back. */
export async function listStepProgress(
  em: EntityManager,
  runId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await em.execute<{ run_step: string; progress: number }[]>(
    `select run_step, max(progress)::int as progress from jobs where run_id = ? group by run_step`,
    [runId],
  );
  return new Map(rows.map(({ run_step: key, progress }) => [key, progress]));
}
