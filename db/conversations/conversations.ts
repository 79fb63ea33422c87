import { CheckConstraintViolationException, LockMode } from "@mikro-orm/core";

import { type Actor, recordAudit } from "#db/audit.ts";
import { Conversation } from "#db/entities/conversation.ts";
import { Job } from "#db/entities/job.ts";
import { stopJobs } from "#db/jobs/stop-jobs.ts";
import type { EntityManager } from "#db/orm.ts";
import { firstJobIdOf } from "#domain/conversations/conversation-id.ts";
import { AppError } from "#domain/errors.ts";
import type { JobStatus } from "#domain/jobs/job.ts";

interface NamedConversation {
  readonly conversationId: string;
  readonly organizationId: string;
}

/**
 * Finds a conversation. One of a single message has no row yet; the result is then its job. Throws
 * `conversation_not_found` or `outside_organization`.
 */
async function findConversation(
  em: EntityManager,
  { conversationId, organizationId }: NamedConversation,
): Promise<Conversation | Job> {
  // Another message may open the conversation between the first two reads, so its row is looked for again.
  const found =
    (await em.findOne(Conversation, conversationId)) ??
    (await findFirstJob(em, conversationId)) ??
    (await em.findOne(Conversation, conversationId));
  if (found === null) throw notFound(conversationId);
  if (found.organizationId !== organizationId) throw new AppError("outside_organization");
  if (found.deletedAt) throw notFound(conversationId);
  return found;
}

async function findFirstJob(em: EntityManager, conversationId: string): Promise<Job | null> {
  if (!conversationId.startsWith("cnv_")) return null;
  return em.findOne(Job, {
    id: firstJobIdOf(conversationId),
    source: "chat",
    conversationId: null,
    runId: null,
  });
}

function notFound(conversationId: string): AppError {
  return new AppError("conversation_not_found", { details: { conversationId } });
}

/**
 * Makes the first message a conversation, when a second one names it. Repeated calls change nothing. Throws like
 * `findConversation`.
 */
export async function openConversation(em: EntityManager, named: NamedConversation): Promise<void> {
  const found = await findConversation(em, named);
  if (found instanceof Conversation) return;
  const { conversationId, organizationId } = named;
  await em.transactional(async (tx) => {
    await tx.execute(
      `insert into conversations (id, organization_id, created_at) values (?, ?, ?) on conflict do nothing`,
      [conversationId, organizationId, found.createdAt],
    );
    await tx.execute(
      `update jobs set conversation_id = ?, revision = revision + 1
       where id = ? and conversation_id is null and deleted_at is null`,
      [conversationId, found.id],
    );
  });
}

export interface ConversationSummary {
  readonly id: string;
  readonly createdAt: Date;
  /** Number of messages that are not deleted. */
  readonly messages: number;
  /** First of these messages. */
  readonly title: string | null;
  readonly lastMessageAt: Date | null;
  readonly lastJobId: string | null;
  readonly lastStatus: JobStatus | null;
}

/** Lists conversations, newest first. `beforeId` is the last id of the previous page. */
export async function listConversations(
  em: EntityManager,
  {
    organizationId,
    limit,
    beforeId,
  }: { organizationId: string; limit: number; beforeId?: string | undefined },
): Promise<ConversationSummary[]> {
  const before = beforeId === undefined ? [] : [beforeId];
  const rows = await em.execute<ConversationRow[]>(
    `select c.id, c.created_at as "createdAt", coalesce(m.messages, 0) as messages,
       first.request->>'message' as title, last.created_at as "lastMessageAt",
       last.id as "lastJobId", last.status as "lastStatus"
     from conversations c
     left join lateral (
       select count(*)::int as messages, min(j.id) as first_id, max(j.id) as last_id
       from jobs j where j.conversation_id = c.id and j.deleted_at is null) m on true
     left join jobs first on first.id = m.first_id
     left join jobs last on last.id = m.last_id
     where c.organization_id = ? and c.deleted_at is null ${before.length === 0 ? "" : "and c.id < ?"}
     order by c.id desc limit ?`,
    [organizationId, ...before, limit],
  );
  return rows.map(({ createdAt, lastMessageAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt),
    lastMessageAt: lastMessageAt === null ? null : new Date(lastMessageAt),
  }));
}

/** Timestamps of a raw statement are text. */
interface ConversationRow extends Omit<ConversationSummary, "createdAt" | "lastMessageAt"> {
  readonly createdAt: string;
  readonly lastMessageAt: string | null;
}

/** Lists the messages of a conversation, newest first. Throws like `findConversation`. */
export async function listMessages(
  em: EntityManager,
  {
    conversationId,
    organizationId,
    limit,
    beforeId,
  }: NamedConversation & { limit: number; beforeId?: string | undefined },
): Promise<Job[]> {
  const found = await findConversation(em, { conversationId, organizationId });
  if (found instanceof Job) return beforeId === undefined ? [found] : [];
  return em.find(
    Job,
    {
      conversationId,
      organizationId,
      deletedAt: null,
      ...(beforeId === undefined ? {} : { id: { $lt: beforeId } }),
    },
    { orderBy: { id: "desc" }, limit },
  );
}

/**
 * Deletes a conversation for its callers and cancels its unfinished jobs, in one commit. `deleteMessages` deletes the
 * jobs. Repeated calls change nothing. Throws like `findConversation`.
 */
export async function deleteConversation(
  em: EntityManager,
  { conversationId, organizationId, actor }: NamedConversation & { actor: Actor },
): Promise<void> {
  const known = await em.findOne(Conversation, { id: conversationId, organizationId });
  if (known?.deletedAt) return;
  await openConversation(em.fork(), { conversationId, organizationId });
  await em.fork().transactional(async (tx) => {
    // The lock waits for messages that are being accepted; later ones find the conversation deleted.
    const conversation = await tx.findOne(Conversation, conversationId, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
    });
    if (conversation === null || conversation.deletedAt) return;
    conversation.deletedAt = new Date();
    await tx.flush();
    await stopJobs(tx, { conversationId });
    await recordAudit(tx, {
      ...actor,
      action: "conversation.deleted",
      targetType: "conversation",
      targetId: conversationId,
    });
  });
}

/** Translates the refusal of the trigger on a message's job; returns other errors unchanged. */
export function translateMissingConversation(error: unknown): unknown {
  const isRefusal =
    error instanceof CheckConstraintViolationException &&
    error.message.includes("the conversation of the job does not exist");
  return isRefusal ? new AppError("conversation_not_found", { cause: error }) : error;
}
