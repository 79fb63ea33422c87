import type { Actor } from "#db/audit.ts";
import { Conversation } from "#db/entities/conversation.ts";
import { Job } from "#db/entities/job.ts";
import { deleteJob } from "#db/jobs/delete-job.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

/** Jobs that one call deletes, each in its own commit. */
const messagesMax = 50;

/**
 * Deletes a batch of the ended jobs of a deleted conversation. Jobs that still run, or that a run uses, stay for a later
 * call. Returns the number of deleted jobs.
 */
export async function deleteMessages(
  em: EntityManager,
  { conversationId, actor }: { conversationId: string; actor: Actor },
): Promise<number> {
  const kept = { conversationId, deletedAt: null };
  const jobs = await em.find(
    Job,
    { ...kept, finishedAt: { $ne: null } },
    { fields: ["id", "organizationId"], orderBy: { id: "asc" }, limit: messagesMax },
  );
  let deleted = 0;
  for (const { id: jobId, organizationId } of jobs) {
    try {
      await deleteJob(em.fork(), { jobId, organizationId, actor });
      deleted += 1;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "job_in_use") throw error;
    }
  }
  if ((await em.count(Job, kept)) === 0) {
    await em.nativeUpdate(Conversation, { id: conversationId }, { purgedAt: new Date() });
  }
  return deleted;
}

/** Lists deleted conversations that still have jobs, oldest deletion first. */
export async function listDeletedConversations(
  em: EntityManager,
  { limit }: { limit: number },
): Promise<Pick<Conversation, "id" | "organizationId">[]> {
  return em.find(
    Conversation,
    { deletedAt: { $ne: null }, purgedAt: null },
    { orderBy: { deletedAt: "asc", id: "asc" }, limit },
  );
}
