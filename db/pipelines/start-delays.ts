import type { EntityManager } from "#db/orm.ts";
import { recentMs, type StartDelays } from "#domain/pipelines/runs/pace-starts.ts";

/** Jobs of the last seconds whose delays count. */
const recentMax = 5;

/** Measures how long the jobs of a run have waited for their begin. */
export async function measureStartDelays(em: EntityManager, runId: string): Promise<StartDelays> {
  const [row] = await em.execute<
    { queued: number; shortest_ms: number | null; median_ms: number | null }[]
  >(
    `with step_jobs as (
       select status, started_at, extract(epoch from started_at - created_at) * 1000 as delay_ms
       from jobs where run_id = ?),
     recent as (
       select delay_ms from step_jobs
       where started_at > now() - make_interval(secs => ${recentMs / 1_000})
       order by started_at desc limit ${recentMax})
     select count(*) filter (where status = 'queued')::int as queued,
       min(delay_ms)::float as shortest_ms,
       (select percentile_disc(0.5) within group (order by delay_ms) from recent)::float as median_ms
     from step_jobs`,
    [runId],
  );
  if (row === undefined) throw new Error("expected one row of an aggregate");
  return { queued: row.queued, shortestMs: row.shortest_ms, medianMs: row.median_ms };
}
