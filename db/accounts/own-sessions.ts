import { type AuditAct, recordAudit } from "#db/audit.ts";
import { Session } from "#db/entities/sign-in.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";

import { endSession } from "./sessions.ts";

/** Lists a person's active sessions, newest first. */
export async function listOwnSessions(
  em: EntityManager,
  {
    accountId,
    limit,
    beforeId,
  }: { accountId: string; limit: number; beforeId?: string | undefined },
): Promise<Session[]> {
  return em.find(
    Session,
    {
      accountId,
      endedAt: null,
      expiresAt: { $gt: new Date() },
      ...(beforeId === undefined ? {} : { id: { $lt: beforeId } }),
    },
    { orderBy: { id: "desc" }, limit },
  );
}

/**
 * Ends one of a person's own sessions; a repeated call changes nothing. Throws `session_not_found`, or
 * `outside_organization` when it belongs to another person.
 */
export async function endOwnSession(
  em: EntityManager,
  {
    sessionId,
    accountId,
    actor,
  }: { sessionId: string; accountId: string; actor: Omit<AuditAct, "action"> },
): Promise<void> {
  await em.transactional(async (tx) => {
    const session = await tx.findOne(Session, sessionId);
    if (session === null) throw new AppError("session_not_found", { details: { sessionId } });
    if (session.accountId !== accountId) {
      throw new AppError("outside_organization", {
        message: "The session belongs to another person.",
      });
    }
    if (!(await endSession(tx, sessionId, "ended"))) return;
    await recordAudit(tx, {
      ...actor,
      action: "session.ended",
      targetType: "session",
      targetId: sessionId,
    });
  });
}
