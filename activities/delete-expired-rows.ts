import { deleteExpiredAccountTokens } from "#db/account-tokens.ts";
import { deleteOldProviderHealth } from "#db/circuits.ts";
import { IdempotencyReceipt } from "#db/entities/job.ts";
import { deleteExpiredEstimates } from "#db/estimates.ts";
import { deletePastFreeGrants } from "#db/free-grants.ts";
import { deleteExpiredAnswers } from "#db/idempotent-answers.ts";
import { deleteEndedInvitations } from "#db/invitations.ts";
import { deleteOldMails } from "#db/mails.ts";
import { deleteOldProviderEvents } from "#db/provider-events.ts";
import { eraseRemovedKeys } from "#db/provider-keys.ts";
import { deleteExpiredSessions } from "#db/sessions.ts";
import { deleteExpiredSignInAttempts } from "#db/sign-in-attempts.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

import type { ActivityDependencies } from "./dependencies.ts";

/**
 * Forgets what has had its time: idempotency keys, estimates, invitations, sessions, mails with their tokens,
 * sign-ins that nobody finished, what failed at providers or was told by them long ago, and keys of
 * organizations that were removed.
 */
export function createDeleteExpiredRows({ orm }: ActivityDependencies) {
  return async function runDeleteExpiredRows(): Promise<MaintenanceTurn> {
    const now = new Date();
    const em = orm.em.fork();
    const deleted = [
      await em.nativeDelete(IdempotencyReceipt, { expiresAt: { $lt: now } }),
      await deleteExpiredAnswers(em),
      await deleteExpiredEstimates(em, now),
      await deleteEndedInvitations(em, now),
      await deleteExpiredSessions(em),
      await deleteOldMails(em),
      await deletePastFreeGrants(em, now),
      await deleteExpiredAccountTokens(em),
      await deleteExpiredSignInAttempts(em),
      await deleteOldProviderHealth(em),
      await deleteOldProviderEvents(em),
      await eraseRemovedKeys(em),
    ];
    return { changed: deleted.reduce((sum, count) => sum + count, 0), next: null };
  };
}
