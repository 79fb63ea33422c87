import type { EntityManager } from "#db/orm.ts";
import type { OfferedPipeline } from "#domain/pipelines/message-run.ts";

const pipelinesMax = 50;

/** Lists the organization's pipelines whose latest version has phrases, newest first. Archived ones are missing. */
export async function listChatPipelines(
  em: EntityManager,
  organizationId: string,
): Promise<{ pipelineId: string; phrases: string[] }[]> {
  const rows = await em.execute<{ id: string; phrases: string[] }[]>(
    `select p.id, v.definition #> '{chat,phrases}' as phrases
     from pipelines p join pipeline_versions v on v.pipeline_id = p.id and v.version = p.latest_version
     where p.organization_id = ? and p.archived_at is null and v.definition #> '{chat,phrases}' is not null
     order by p.id desc limit ?`,
    [organizationId, pipelinesMax],
  );
  return rows.map(({ id: pipelineId, phrases }) => ({ pipelineId, phrases }));
}

const offeredMax = 15;

/**
 * Lists the pipelines that a language model may find in a message: the built-in ones, and the organization's newest ones
 * that have phrases.
 */
export async function listOfferedPipelines(
  em: EntityManager,
  organizationId: string,
): Promise<OfferedPipeline[]> {
  return em.execute<OfferedPipeline[]>(
    `select p.id as "pipelineId", p.name, coalesce(p.description, '') as description,
            coalesce(v.definition -> 'inputs', '{}') as inputs
     from pipelines p join pipeline_versions v on v.pipeline_id = p.id and v.version = p.latest_version
     where (p.organization_id = ? or p.organization_id is null) and p.archived_at is null
       and v.definition #> '{chat,phrases}' is not null
     order by p.organization_id nulls first, p.id desc limit ?`,
    [organizationId, offeredMax],
  );
}
