import { deleteExpiredAccountTokens } from "#db/account-tokens.ts";
import { IdempotencyReceipt } from "#db/entities/job.ts";
import { deleteExpiredAnswers } from "#db/idempotent-answers.ts";
import { deleteEndedInvitations } from "#db/invitations.ts";
import { deleteOldMails } from "#db/mails.ts";
import { deleteExpiredSessions } from "#db/sessions.ts";
import { deleteExpiredSignInAttempts } from "#db/sign-in-attempts.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

import type { ActivityDependencies } from "./dependencies.ts";

/**
 * Forgets what has had its time: idempotency keys, invitations, sessions, mails with their tokens,
 * and sign-ins that nobody finished.
 */
export function createDeleteExpiredRows({ orm }: ActivityDependencies) {
  return async function runDeleteExpiredRows(): Promise<MaintenanceTurn> {
    const now = new Date();
    const em = orm.em.fork();
    const deleted = [
      await em.nativeDelete(IdempotencyReceipt, { expiresAt: { $lt: now } }),
      await deleteExpiredAnswers(em),
      await deleteEndedInvitations(em, now),
      await deleteExpiredSessions(em),
      await deleteOldMails(em),
      await deleteExpiredAccountTokens(em),
      await deleteExpiredSignInAttempts(em),
    ];
    return { changed: deleted.reduce((sum, count) => sum + count, 0), next: null };
  };
}
