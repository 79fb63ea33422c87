import type { EntityManager } from "#db/orm.ts";

/** Minimum sample size for a median. */
const generationsMin = 5;
const generationsMax = 50;
/** Limit of a provider's latest submissions that are searched for the model. */
const scannedMax = 1_000;
const daysBack = 7;

/** Median seconds from acceptance to result of a model's recent generations; null for too small a sample. */
export async function findMedianSeconds(
  em: EntityManager,
  { providerSlug, modelId }: { providerSlug: string; modelId: string },
): Promise<number | null> {
  const [row] = await em.execute<{ median: number | string | null; count: number }[]>(
    `select percentile_cont(0.5) within group (order by seconds) as median, count(*)::int as count
     from (
       select extract(epoch from finished_at - coalesce(accepted_at, sent_at))::float8 as seconds
       from (
         select * from provider_submissions
         where provider_slug = ? and created_at > now() - make_interval(days => ${daysBack})
         order by created_at desc limit ${scannedMax}) latest
       where model_id = ? and state = 'succeeded'
       order by created_at desc limit ${generationsMax}) taken`,
    [providerSlug, modelId],
  );
  return row?.median == null || row.count < generationsMin ? null : Number(row.median);
}

/**
 * Stores the median seconds from sending to result of each model's latest generations in its row; null for
 * too small a sample. Returns the number of changed rows.
 */
export async function measureModels(em: EntityManager): Promise<number> {
  const rows = await em.execute<{ id: string }[]>(
    `with latest as (
       select s.model_id, extract(epoch from s.finished_at - s.sent_at)::float8 as seconds,
         row_number() over (partition by s.model_id order by s.created_at desc) as place
       from providers p cross join lateral (
         select * from provider_submissions
         where provider_slug = p.slug and created_at > now() - make_interval(days => ${daysBack})
         order by created_at desc limit ${scannedMax}) s
       where s.state = 'succeeded'),
     measured as (
       select model_id,
         round(percentile_cont(0.5) within group (order by seconds)::numeric, 1)::float8 as median
       from latest where place <= ${generationsMax}
       group by model_id having count(*) >= ${generationsMin})
     update models m set measured_seconds = n.median
     from (select id, median from models left join measured on model_id = id) n
     where m.id = n.id and m.measured_seconds is distinct from n.median
     returning m.id`,
  );
  return rows.length;
}
