import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { PipelineVersion } from "#db/entities/pipeline.ts";
import { findJob } from "#db/jobs/jobs.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import type { Definition } from "#domain/pipelines/definition.ts";
import { messagePipeline } from "#domain/pipelines/message-pipeline.ts";

/**
 * Finds the definition that a run of the organization uses: its own, or that of its pipeline version. Null for a job that
 * is not a run. Throws like `findJob`, and `request_gone` for a message that is no longer stored.
 */
export async function findRunDefinition(
  em: EntityManager,
  { runId, organizationId }: { runId: string; organizationId: string },
): Promise<Definition | null> {
  const run = await em.findOne(PipelineRun, runId, { fields: ["definition"] });
  const job = await findJob(em, { jobId: runId, organizationId });
  const { pipelineId, pipelineVersion } = job;
  if (run === null) return null;
  if (run.definition != null) return run.definition;
  if (pipelineId === messagePipeline.id) throw new AppError("request_gone");
  const version = await em.findOneOrFail(PipelineVersion, {
    pipelineId: pipelineId ?? "",
    version: pipelineVersion ?? 0,
  });
  return version.definition;
}
