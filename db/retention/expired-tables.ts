import { expiredAccountTokens } from "#db/accounts/account-tokens.ts";
import { expiredSessions } from "#db/accounts/sessions.ts";
import { expiredSignInAttempts } from "#db/accounts/sign-in-attempts.ts";
import { expiredSignInLinks } from "#db/accounts/sign-in-links.ts";
import { pastFreeGrants } from "#db/billing/free-grants.ts";
import { oldBillingEvents } from "#db/billing/payments/billing-events.ts";
import { oldEmails } from "#db/email/emails.ts";
import { IdempotencyReceipt } from "#db/entities/job.ts";
import { expiredAnswers } from "#db/idempotent-answers.ts";
import { expiredEstimates, expiredRunEstimates } from "#db/jobs/estimates.ts";
import { oldPendingResponses } from "#db/jobs/pending-responses.ts";
import { expiredShares } from "#db/jobs/shares.ts";
import { expiredUploadLinks } from "#db/jobs/upload-links.ts";
import { expiredOauthRecords } from "#db/oauth/oauth-records.ts";
import { endedInvitations } from "#db/organizations/invitations.ts";
import { oldCircuitTransitions, oldProviderFailures } from "#db/providers/circuits.ts";
import { oldProviderEvents } from "#db/providers/provider-events.ts";
import { decidedReports } from "#db/safety/abuse-reports.ts";
import { oldModerationResults } from "#db/safety/moderation-results.ts";
import { expiredDecisions } from "#db/safety/safety-decisions.ts";

import { expiredRows, type ExpiredRows } from "./expired-rows.ts";

/** All rows that are deleted when their time is over, without anything else to do. */
export const expiredTables: readonly ExpiredRows[] = [
  expiredRows(IdempotencyReceipt, (now) => ({ expiresAt: { $lt: now } })),
  oldPendingResponses,
  expiredAnswers,
  expiredEstimates,
  expiredRunEstimates,
  endedInvitations,
  expiredSessions,
  oldEmails,
  pastFreeGrants,
  expiredAccountTokens,
  expiredSignInAttempts,
  expiredSignInLinks,
  expiredShares,
  expiredUploadLinks,
  expiredOauthRecords,
  oldProviderFailures,
  oldCircuitTransitions,
  oldProviderEvents,
  oldModerationResults,
  expiredDecisions,
  decidedReports,
  oldBillingEvents,
];
