import type { EntityManager } from "#db/orm.ts";
import type { StartDelays } from "#domain/pipelines/runs/pace-starts.ts";

/** Older delays say nothing about the workers now. */
const recentSeconds = 5;
const recentMax = 5;

/** Measures how long the jobs of a run have waited for their begin. */
export async function measureStartDelays(em: EntityManager, runId: string): Promise<StartDelays> {
  const [row] = await em.execute<
    { queued: number; shortest_ms: number | null; recent_ms: number | null }[]
  >(
    `with step_jobs as (
       select status, started_at, extract(epoch from started_at - created_at) * 1000 as delay_ms
       from jobs where run_id = ?),
     recent as (
       select delay_ms from step_jobs
       where started_at > now() - make_interval(secs => ${recentSeconds})
       order by started_at desc limit ${recentMax})
     select count(*) filter (where status = 'queued')::int as queued,
       min(delay_ms)::float as shortest_ms,
       (select percentile_disc(0.5) within group (order by delay_ms) from recent)::float as recent_ms
     from step_jobs`,
    [runId],
  );
  if (row === undefined) throw new Error("expected one row of an aggregate");
  return { queued: row.queued, shortestMs: row.shortest_ms, recentMs: row.recent_ms };
}
