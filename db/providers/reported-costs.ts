import type { EntityManager } from "#db/orm.ts";
import { creditUsd } from "#domain/billing/credits.ts";

/** Costs that a provider reported for the generations of a model, next to what they were sold for. */
export interface ReportedCost {
  readonly provider: string;
  readonly model: string;
  readonly reportedUsd: number;
  readonly soldUsd: number;
  /** Generations that cost more than they were sold for. */
  readonly belowCost: number;
}

/** A tenth of a cent: providers round their costs. */
const roundingUsd = 0.001;

/**
 * Sums the reported costs of the last hour by model. Counts generations with platform keys whose result the
 * job was charged for; without a reported cost a generation is left out on both sides. Reads the submissions of
 * each provider by the index on provider and time, so its cost does not grow with the history.
 */
export async function listReportedCosts(em: EntityManager): Promise<ReportedCost[]> {
  return em.execute<ReportedCost[]>(
    `select s.provider_slug as provider, s.model_id as model, sum(s.reported_usd)::float8 as "reportedUsd",
       sum(charged.credits * ${creditUsd})::float8 as "soldUsd",
       (count(*) filter (where s.reported_usd > charged.credits * ${creditUsd} + ${roundingUsd}))::int as "belowCost"
     from providers p
     join provider_submissions s
       on s.provider_slug = p.slug and s.created_at > now() - interval '1 hour'
     join jobs j on j.id = s.job_id
     cross join lateral (
       select coalesce(sum(e.amount), 0) as credits from credit_entries e
       where e.kind = 'capture' and e.job_id = s.job_id) charged
     where s.reported_usd is not null and s.provider_key_id is null
       and s.state = 'succeeded' and j.status = 'completed'
     group by s.provider_slug, s.model_id order by s.provider_slug, s.model_id`,
  );
}
