import { Model, Provider } from "#db/entities/catalog.ts";
import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { executePrepared } from "#db/execute-prepared.ts";
import type { EntityManager } from "#db/orm.ts";
import { findModelRows } from "#db/providers/catalog.ts";

/** The rows that a step of a generation works on. */
export interface GenerationRows {
  readonly job: Job;
  readonly submission: ProviderSubmission;
  readonly model: Model;
  readonly provider: Provider;
}

/**
 * Reads the rows of a generation, or of the last one of a step, in one statement outside the transaction of `em`: each step
 * of a job begins with it. Throws `model_not_found` when the catalog does not have the model any more.
 */
export async function findGenerationRows(
  em: EntityManager,
  { jobId, step, generation }: { jobId: string; step: string; generation?: number },
): Promise<GenerationRows> {
  const [row] = await executePrepared<{ [Name in keyof GenerationRows]: object | null }>(em, {
    name: "find-generation-rows",
    sql: rowsStatement,
    values: [jobId, step, generation ?? null],
  });
  if (row?.job == null || row.submission === null) {
    throw new Error(`job ${jobId} has no generation ${generation ?? ""} of step ${step}`);
  }
  const submission = em.map(ProviderSubmission, row.submission);
  const { model, provider } =
    row.model === null || row.provider === null
      ? await findModelRows(em, submission.modelId)
      : { model: em.map(Model, row.model), provider: em.map(Provider, row.provider) };
  return { job: em.map(Job, row.job), submission, model, provider };
}

/** Leaves the search terms of an ended job out: they are as long as its texts. */
const rowsStatement = `
  select to_jsonb(job) - 'words' as job, to_jsonb(submission) as submission,
    to_jsonb(model) as model, to_jsonb(provider) as provider
  from provider_submissions submission
  join jobs job on job.id = submission.job_id
  left join models model on model.id = submission.model_id
  left join providers provider on provider.slug = model.provider_slug
  where submission.job_id = $1 and submission.step = $2
    and ($3::int is null or submission.generation = $3)
  order by submission.generation desc limit 1`;
