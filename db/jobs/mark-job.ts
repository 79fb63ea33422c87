import { LockMode } from "@mikro-orm/core";

import { type Actor, recordAudit } from "#db/audit.ts";
import { Job } from "#db/entities/job.ts";
import type { EntityManager } from "#db/orm.ts";

import { refuseJob } from "./jobs.ts";

export interface JobMarks {
  readonly title: string | null;
  readonly starred: boolean;
  readonly labels: readonly string[];
}

/**
 * Changes title, star and labels of a job; a repetition has no effect but another audit entry, which names the changed
 * fields only, because the audit log outlives the job's content. Throws `job_not_found` or `outside_organization`.
 */
export async function markJob(
  em: EntityManager,
  {
    jobId,
    organizationId,
    marks,
    actor,
  }: {
    jobId: string;
    organizationId: string;
    marks: { readonly [Name in keyof JobMarks]?: JobMarks[Name] | undefined };
    actor: Actor;
  },
): Promise<Job> {
  return em.transactional(async (tx) => {
    // The lock keeps a deletion, which clears the marks, from coming between check and change.
    const job = refuseJob(await tx.findOne(Job, jobId, { lockMode: LockMode.PESSIMISTIC_WRITE }), {
      jobId,
      organizationId,
    });
    const { title = job.title, starred = job.starred, labels = job.labels } = marks;
    Object.assign(job, { title, starred, labels: [...labels] });
    await tx.flush();
    const fields = Object.keys(marks);
    const target = { targetType: "job", targetId: jobId };
    await recordAudit(tx, { ...actor, action: "job.marked", ...target, after: { fields } });
    return job;
  });
}
