import type { TestEngine } from "#test/support/engine/engine.ts";

/** Adds files to the library that are copies of a job's file, and older than every other one. Returns the id of the oldest. */
export async function copyOutputs(
  { orm }: Pick<TestEngine, "orm">,
  { jobId, count }: { readonly jobId: string; readonly count: number },
): Promise<string> {
  const [oldest] = await orm.em.fork().execute<{ id: string }[]>(
    `with copies as (
       insert into outputs (id, job_id, organization_id, step, ordinal, storage_key, content_type, bytes, sha256,
         width, height, expires_at)
       select 'out_0' || lpad(n::text, 35, '0'), job_id, organization_id, step, n, storage_key, content_type, bytes,
         sha256, width, height, expires_at
       from outputs, generate_series(1, ?::int) n where job_id = ? returning id)
     select min(id) as id from copies`,
    [count, jobId],
  );
  if (oldest === undefined) throw new Error(`${jobId} has no output`);
  return oldest.id;
}
