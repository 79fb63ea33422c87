import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { PipelineVersion } from "#db/entities/pipeline.ts";
import { findJob } from "#db/jobs/jobs.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Definition } from "#domain/pipelines/definition.ts";

/**
 * Finds the definition that a run of the organization uses: its own, or that of its pipeline version. Null for a job that
 * is not a run. Throws like `findJob`.
 */
export async function findRunDefinition(
  em: EntityManager,
  { runId, organizationId }: { runId: string; organizationId: string },
): Promise<Definition | null> {
  const { pipelineId, pipelineVersion } = await findJob(em, { jobId: runId, organizationId });
  const run = await em.findOne(PipelineRun, runId, { fields: ["definition"] });
  if (run === null) return null;
  if (run.definition != null) return run.definition;
  const version = await em.findOneOrFail(PipelineVersion, {
    pipelineId: pipelineId ?? "",
    version: pipelineVersion ?? 0,
  });
  return version.definition;
}
