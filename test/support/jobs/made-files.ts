import type { EntityManager } from "#db/orm.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";

/** Records that a provider made so many files of a generation; their content does not matter to the test. */
export async function noteMadeFiles(
  em: EntityManager,
  { jobId, step, generation }: GenerationRef,
  count: number,
): Promise<void> {
  await em.execute(
    `update provider_submissions set result = ? where job_id = ? and step = ? and generation = ?`,
    [JSON.stringify({ files: Array.from({ length: count }, () => ({})) }), jobId, step, generation],
  );
}
