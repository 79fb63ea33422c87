import type { ActivityDependencies } from "#activities/dependencies.ts";
import { deleteExpiredAccountTokens } from "#db/accounts/account-tokens.ts";
import { deleteExpiredSessions } from "#db/accounts/sessions.ts";
import { deleteExpiredSignInAttempts } from "#db/accounts/sign-in-attempts.ts";
import { deleteExpiredSignInLinks } from "#db/accounts/sign-in-links.ts";
import { deletePastFreeGrants } from "#db/billing/free-grants.ts";
import { deleteOldEmails } from "#db/email/emails.ts";
import { IdempotencyReceipt } from "#db/entities/job.ts";
import { deleteExpiredAnswers } from "#db/idempotent-answers.ts";
import { deleteExpiredEstimates } from "#db/jobs/estimates.ts";
import { deleteOldPendingResponses } from "#db/jobs/pending-responses.ts";
import { deleteExpiredShares } from "#db/jobs/shares.ts";
import { deleteExpiredUploadLinks } from "#db/jobs/upload-links.ts";
import { deleteExpiredOauthRecords, endUnusedGrants } from "#db/oauth/oauth-records.ts";
import { deleteEndedInvitations } from "#db/organizations/invitations.ts";
import { deleteOldProviderHealth } from "#db/providers/circuits.ts";
import { deleteOldProviderEvents } from "#db/providers/provider-events.ts";
import { eraseRemovedKeys } from "#db/providers/provider-keys.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

/**
 * Deletes expired rows: idempotency keys, estimates, invitations, sessions, emails with their tokens,
 * unfinished sign-ins, public links, upload URLs, codes and tokens of OAuth, old failures and webhooks of providers, and removed organization-provided keys.
 */
export function createDeleteExpiredRows({ orm }: ActivityDependencies) {
  return async function runDeleteExpiredRows(): Promise<MaintenanceTurn> {
    const now = new Date();
    const em = orm.em.fork();
    const deleted = [
      await em.nativeDelete(IdempotencyReceipt, { expiresAt: { $lt: now } }),
      await deleteOldPendingResponses(em),
      await deleteExpiredAnswers(em),
      await deleteExpiredEstimates(em, now),
      await deleteEndedInvitations(em, now),
      await deleteExpiredSessions(em),
      await deleteOldEmails(em),
      await deletePastFreeGrants(em, now),
      await deleteExpiredAccountTokens(em),
      await deleteExpiredSignInAttempts(em),
      await deleteExpiredSignInLinks(em),
      await deleteExpiredShares(em),
      await deleteExpiredUploadLinks(em),
      await endUnusedGrants(em.fork()),
      await deleteExpiredOauthRecords(em),
      await deleteOldProviderHealth(em),
      await deleteOldProviderEvents(em),
      await eraseRemovedKeys(em),
    ];
    return { changed: deleted.reduce((sum, count) => sum + count, 0), next: null };
  };
}
