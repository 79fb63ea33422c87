import { Job } from "#db/entities/job.ts";
import type { EntityManager } from "#db/orm.ts";

/** Describes a run for the list of workflows in the Temporal UI, by ids only: names of callers stay in the database. */
export async function findRunSummary(
  em: EntityManager,
  runId: string,
): Promise<string | undefined> {
  const fields = ["pipelineId", "pipelineVersion"] as const;
  const job = await em.findOne(Job, runId, { fields });
  // The workflow of a run that was purged ends in its first turn.
  return job === null ? undefined : `run of ${job.pipelineId} version ${job.pipelineVersion}`;
}
