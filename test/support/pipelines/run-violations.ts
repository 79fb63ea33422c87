import type { MikroORM } from "#db/orm.ts";

/** Describes every violated guarantee of runs of pipelines, after all jobs have ended; empty when there is none. */
export async function findRunViolations(orm: MikroORM): Promise<string[]> {
  const rows = await orm.em.fork().execute<{ subject: string; rule: string }[]>(
    Object.entries(rules)
      .map(([rule, query]) => `select subject, '${rule}' as rule from (${query}) violation`)
      .join(" union all "),
  );
  return rows.map(({ subject, rule }) => `${subject}: ${rule}`);
}

const final = `('completed', 'reused', 'skipped', 'failed', 'canceled')`;

/**
 * Rule → a query for what violates it. A map, switch or pipeline stays `running` when its inner steps wait for a question
 * outside of it.
 */
const rules: Readonly<Record<string, string>> = {
  "a step of an ended run has not ended": `
    select s.run_id || ' ' || s.key as subject from run_steps s join jobs r on r.id = s.run_id
    where r.finished_at is not null and s.status in ('waiting', 'running')
      and (r.status <> 'needs_input' or s.kind not in ('map', 'switch', 'pipeline'))`,
  "a step around an open question is not asked": `
    select s.run_id || ' ' || s.key as subject
    from run_steps s join jobs r on r.id = s.run_id join run_steps asked on asked.run_id = s.run_id
    where r.status = 'needs_input' and asked.status = 'asked' and s.kind in ('map', 'switch', 'pipeline')
      and (starts_with(asked.key, s.key || '.') or starts_with(asked.key, s.key || '[')) and s.status <> 'asked'`,
  "the job of a step completed, and the step did not": `
    select j.id as subject from jobs j
    where j.run_id is not null and j.status = 'completed' and not exists (
      select 1 from run_steps s
      where s.run_id = j.run_id and s.key = j.run_step and s.job_id = j.id and s.status = 'completed')`,
  "a line of runs paid twice for one request of a step": `
    select r.root_id || ' ' || j.run_step as subject
    from jobs j join pipeline_runs r on r.job_id = j.run_id
    where j.status = 'completed' and j.credits > 0
    group by r.root_id, j.run_step having count(*) > count(distinct j.request ->> 'prompt')`,
  "a run paid more than its price": `
    select r.job_id as subject
    from pipeline_runs r join jobs j on j.run_id = r.job_id and j.status = 'completed'
    group by r.job_id, r.max_credits having sum(j.credits) > r.max_credits`,
  "credits stay held": `select organization_id as subject from credit_accounts where held <> 0`,
  "a step has an event after its end": `
    select e.job_id || ' ' || (e.data -> 'step' ->> 'step') as subject
    from job_events e join job_events later
      on later.job_id = e.job_id and later.sequence > e.sequence and later.type = 'run.step'
        and later.data -> 'step' ->> 'step' = e.data -> 'step' ->> 'step'
    where e.type = 'run.step' and e.data -> 'step' ->> 'status' in ${final}`,
  "the last event of a step has another status": `
    select s.run_id || ' ' || s.key as subject from run_steps s
    where s.status is distinct from (
      select e.data -> 'step' ->> 'status' from job_events e
      where e.job_id = s.run_id and e.type = 'run.step' and e.data -> 'step' ->> 'step' = s.key
      order by e.sequence desc limit 1)`,
};
