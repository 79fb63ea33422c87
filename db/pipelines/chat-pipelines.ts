import type { EntityManager } from "#db/orm.ts";

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
