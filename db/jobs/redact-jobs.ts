import type { EntityManager } from "#db/orm.ts";

import { runsUsing } from "./delete-job.ts";
import { removeText } from "./remove-text.ts";
import { fileGrace } from "./stored-files.ts";

/** Jobs redacted in one transaction. */
export const redactedJobsMax = 1_000;
const statementTimeout = "20s";

/**
 * Removes the text of ended jobs when the days of their organization and `daysAfterFiles` are over and their files are
 * deleted, at most `redactedJobsMax` in one commit. Skips jobs whose file is in quarantine, whose prompt is evidence, and jobs that an
 * open run uses. A crash leaves a job with all of its text or none. Returns the number of jobs.
 */
export async function redactJobs(
  em: EntityManager,
  { daysAfterFiles }: { daysAfterFiles: number },
): Promise<number> {
  return em.transactional(async (tx) => {
    await tx.execute(`set local statement_timeout = '${statementTimeout}'`);
    // The lock makes a concurrent call, and a deletion of the job, take place before or after this one.
    const due = await tx.execute<{ id: string }[]>(
      `select due.id from organizations o join plans p on p.slug = o.plan
         cross join lateral (
           select j.id from jobs j
           where j.organization_id = o.id and j.redacted_at is null and j.deleted_at is null
             and j.finished_at < now() - ${fileGrace}
               - make_interval(days => coalesce(o.retention_days, p.retention_days) + ?)
             and not exists (select from outputs f where f.job_id = j.id and f.deleted_at is null)
             and not exists (select from quarantined_files q where q.job_id = j.id and q.ended_at is null)
             and not exists (${runsUsing("j.id")})
           order by j.finished_at limit ${redactedJobsMax} for update of j skip locked) due
       limit ${redactedJobsMax}`,
      [daysAfterFiles],
    );
    if (due.length === 0) return 0;
    const ids = due.map(({ id }) => id);
    await removeText(tx, ids);
    // The result of the provider, and the references of files that it was sent. An open submission still needs them.
    await tx.execute(
      `update provider_submissions set result = null, uploads = null
       where job_id = any (?::text[]) and finished_at is not null
         and (result is not null or uploads is not null)`,
      [`{${ids.join(",")}}`],
    );
    return ids.length;
  });
}
