import { Output } from "#db/entities/job.ts";
import type { EntityManager } from "#db/orm.ts";
import type { ReusableStep } from "#domain/pipelines/runs/run-state.ts";
import type { StepValue } from "#domain/pipelines/runs/step-row.ts";

/** Completed steps of the runs before a run: by key, then by the hash of the request. */
export type FormerSteps = ReadonlyMap<string, ReadonlyMap<string, ReusableStep>>;

/** Runs before a run whose steps it can reuse. */
const ancestorsMax = 20;

/** Lists the steps that a run can reuse because their files are kept; of equal ones, that of the nearest run. */
export async function listFormerSteps(em: EntityManager, resumeOf: string): Promise<FormerSteps> {
  const rows = await em.execute<
    { key: string; request_hash: string; value: StepValue; job_id: string | null }[]
  >(
    `with recursive line as (
       select job_id, resume_of, 1 as distance from pipeline_runs where job_id = ?
       union all
       select r.job_id, r.resume_of, l.distance + 1
       from line l join pipeline_runs r on r.job_id = l.resume_of
       where l.distance < ?)
     select key, request_hash, value, job_id
     from (
       -- A result that many runs of the chain have reused is loaded once.
       select distinct on (s.key, s.request_hash, s.job_id) s.key, s.request_hash, s.value, s.job_id, l.distance
       from line l join run_steps s on s.run_id = l.job_id
       where s.status in ('completed', 'reused') and s.request_hash is not null
       order by s.key, s.request_hash, s.job_id, l.distance) result
     order by distance, key`,
    [resumeOf, ancestorsMax],
  );
  const named = rows.flatMap(({ value }) => outputIdsOf(value));
  const kept = new Set(
    named.length === 0
      ? []
      : (
          await em.find(
            Output,
            { id: { $in: named }, deletedAt: null, expiresAt: { $gt: new Date() } },
            { fields: ["id"] },
          )
        ).map(({ id }) => id),
  );
  const former = new Map<string, Map<string, ReusableStep>>();
  for (const { key, request_hash: hash, value, job_id: jobId } of rows) {
    if (!outputIdsOf(value).every((id) => kept.has(id))) continue;
    const byHash = former.get(key) ?? new Map<string, ReusableStep>();
    former.set(key, byHash);
    if (!byHash.has(hash)) byHash.set(hash, { value, ...(jobId === null ? {} : { jobId }) });
  }
  return former;
}

/** Files of a step's own result. */
function outputIdsOf({ outputs }: StepValue): string[] {
  if (!Array.isArray(outputs)) return [];
  return (outputs as readonly { outputId?: string }[]).flatMap(({ outputId }) => outputId ?? []);
}
