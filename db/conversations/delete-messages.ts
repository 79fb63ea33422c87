import type { Actor } from "#db/audit.ts";
import { Conversation } from "#db/entities/conversation.ts";
import { Job } from "#db/entities/job.ts";
import { deleteJob, runsUsing } from "#db/jobs/delete-job.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

/** Jobs that one call deletes, each in its own commit. */
const messagesMax = 50;

/** Condition of a job that can be deleted: it has ended, and no run uses it. */
const deletable = `j.deleted_at is null and j.finished_at is not null and not exists (${runsUsing("j.id")})`;

/**
 * Deletes a batch of the ended jobs of a deleted conversation. Jobs that still run, or that a run uses, stay for a later
 * call and do not count for the batch. Returns the number of deleted jobs.
 */
export async function deleteMessages(
  em: EntityManager,
  { conversationId, actor }: { conversationId: string; actor: Actor },
): Promise<number> {
  const jobs = await em.execute<{ id: string; organization_id: string }[]>(
    `select j.id, j.organization_id from jobs j where j.conversation_id = ? and ${deletable}
     order by j.id limit ?`,
    [conversationId, messagesMax],
  );
  let deleted = 0;
  for (const { id: jobId, organization_id: organizationId } of jobs) {
    try {
      await deleteJob(em.fork(), { jobId, organizationId, actor });
      deleted += 1;
    } catch (error) {
      // A run has begun to use the job since.
      if (!(error instanceof AppError) || error.code !== "job_in_use") throw error;
    }
  }
  if ((await em.count(Job, { conversationId, deletedAt: null })) === 0) {
    await em.nativeUpdate(Conversation, { id: conversationId }, { purgedAt: new Date() });
  }
  return deleted;
}

/**
 * Lists deleted conversations with jobs that can be deleted, and those without any job left, oldest deletion first. A
 * conversation whose jobs are all in use never delays the others.
 */
export async function listDeletedConversations(
  em: EntityManager,
  { limit }: { limit: number },
): Promise<{ id: string; organizationId: string }[]> {
  return em.execute(
    `select c.id, c.organization_id as "organizationId" from conversations c
     where c.deleted_at is not null and c.purged_at is null and (
       exists (select 1 from jobs j where j.conversation_id = c.id and ${deletable})
       or not exists (select 1 from jobs j where j.conversation_id = c.id and j.deleted_at is null))
     order by c.deleted_at, c.id limit ?`,
    [limit],
  );
}
