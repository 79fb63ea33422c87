import type { Migration } from "@mikro-orm/migrations";

import { Migration0001Initial } from "./0001-initial.ts";
import { Migration0002SignIn } from "./0002-sign-in.ts";
import { Migration0003Organizations } from "./0003-organizations.ts";
import { Migration0004Mail } from "./0004-mail.ts";
import { Migration0005FederatedSignIn } from "./0005-federated-sign-in.ts";
import { Migration0006ClosingAndReceipts } from "./0006-closing-and-receipts.ts";
import { Migration0007Grants } from "./0007-grants.ts";
import { Migration0008Status } from "./0008-status.ts";
import { Migration0009Assets } from "./0009-assets.ts";
import { Migration0010JobEvents } from "./0010-job-events.ts";
import { Migration0011Promises } from "./0011-promises.ts";
import { Migration0012Webhooks } from "./0012-webhooks.ts";
import { Migration0013Estimates } from "./0013-estimates.ts";
import { Migration0014Batches } from "./0014-batches.ts";
import { Migration0015Leases } from "./0015-leases.ts";
import { Migration0016HotPaths } from "./0016-hot-paths.ts";
import { Migration0017ProviderHealth } from "./0017-provider-health.ts";
import { Migration0018ProviderEvents } from "./0018-provider-events.ts";
import { Migration0019OwnProviderKeys } from "./0019-own-provider-keys.ts";
import { Migration0020ModelSetting } from "./0020-model-setting.ts";
import { Migration0021AssetFacts } from "./0021-asset-facts.ts";
import { Migration0022RequestNames } from "./0022-request-names.ts";
import { Migration0023OurKeys } from "./0023-our-keys.ts";
import { Migration0024DoubtfulSubmissions } from "./0024-doubtful-submissions.ts";
import { Migration0026OverdueSubmissions } from "./0026-overdue-submissions.ts";
import { Migration0028WhatMembersLeave } from "./0028-what-members-leave.ts";
import { Migration0030ValidChecks } from "./0030-valid-checks.ts";
import { Migration0033FreeGrants } from "./0033-free-grants.ts";
import { Migration0034StuckRuns } from "./0034-stuck-runs.ts";
import { Migration0036OpenJobs } from "./0036-open-jobs.ts";
import { Migration0038FewerIndexWrites } from "./0038-fewer-index-writes.ts";
import { Migration0042UndeliveredResults } from "./0042-undelivered-results.ts";
import { Migration0045DueWebhookEvents } from "./0045-due-webhook-events.ts";
import { Migration0046AssetFrameRate } from "./0046-asset-frame-rate.ts";
import { Migration0047ReportedCost } from "./0047-reported-cost.ts";
import { Migration0048Pipelines } from "./0048-pipelines.ts";
import { Migration0049PipelineRuns } from "./0049-pipeline-runs.ts";
import { Migration0050RunJobs } from "./0050-run-jobs.ts";
import { Migration0051RunResults } from "./0051-run-results.ts";
import { Migration0052RunStepKinds } from "./0052-run-step-kinds.ts";
import { Migration0053RunIndexes } from "./0053-run-indexes.ts";
import { Migration0054RunEstimates } from "./0054-run-estimates.ts";
import { Migration0056TaskResults } from "./0056-task-results.ts";
import { Migration0057FreeModels } from "./0057-free-models.ts";
import { Migration0059Conversations } from "./0059-conversations.ts";
import { Migration0060ConversationJobs } from "./0060-conversation-jobs.ts";
import { Migration0070CookieSessions } from "./0070-cookie-sessions.ts";
import { Migration0071ValidSessionMethods } from "./0071-valid-session-methods.ts";
import { Migration0072MessageRuns } from "./0072-message-runs.ts";
import { Migration0075ChangeTransactions } from "./0075-change-transactions.ts";
import { Migration0080Previews } from "./0080-previews.ts";
import { Migration0081LibraryIndex } from "./0081-library-index.ts";
import { Migration0082RunEstimateCredits } from "./0082-run-estimate-credits.ts";
import { Migration0090JobMarks } from "./0090-job-marks.ts";
import { Migration0091JobUsageIndex } from "./0091-job-usage-index.ts";
import { Migration0092JobShares } from "./0092-job-shares.ts";
import { Migration0096JobDoor } from "./0096-job-door.ts";
import { Migration0097PendingResponses } from "./0097-pending-responses.ts";
import { Migration0099ListeningWebhooks } from "./0099-listening-webhooks.ts";
import { Migration0100ValidNextAttempts } from "./0100-valid-next-attempts.ts";
import { Migration0102UploadLinks } from "./0102-upload-links.ts";
import { Migration0105OutputProvenance } from "./0105-output-provenance.ts";
import { Migration0106OauthRecords } from "./0106-oauth-records.ts";
import { Migration0110LostResponses } from "./0110-lost-responses.ts";
import { Migration0115Backfills } from "./0115-backfills.ts";
import { Migration0116RequestHours } from "./0116-request-hours.ts";
import { Migration0117OwnProviders } from "./0117-own-providers.ts";
import { Migration0118ModelOffers } from "./0118-model-offers.ts";
import { Migration0119FoundModels } from "./0119-found-models.ts";
import { Migration0122VerifiedBooks } from "./0122-verified-books.ts";
import { Migration0126Safety } from "./0126-safety.ts";
import { Migration0127QuarantinedFiles } from "./0127-quarantined-files.ts";
import { Migration0128UndeliveredDeliveries } from "./0128-undelivered-deliveries.ts";
import { Migration0130JobTraces } from "./0130-job-traces.ts";
import { Migration0131SecurityJournal } from "./0131-security-journal.ts";
import { Migration0132OutboxTraces } from "./0132-outbox-traces.ts";
import { Migration0133ModelDefinitions } from "./0133-model-definitions.ts";
import { Migration0135Billing } from "./0135-billing.ts";
import { Migration0137JobAdmissions } from "./0137-job-admissions.ts";
import { Migration0138RedactedJobs } from "./0138-redacted-jobs.ts";
import { Migration0139AbuseReports } from "./0139-abuse-reports.ts";
import { Migration0140QuarantineDecisions } from "./0140-quarantine-decisions.ts";
import { Migration0141UnredactedJobs } from "./0141-unredacted-jobs.ts";
import { Migration0144BoundedJobEvents } from "./0144-bounded-job-events.ts";
import { Migration0145PartitionedJobEvents } from "./0145-partitioned-job-events.ts";
import { Migration0148UserSearch } from "./0148-user-search.ts";
import { Migration0149OrganizationSearch } from "./0149-organization-search.ts";
import { Migration0150QuarantinedAssets } from "./0150-quarantined-assets.ts";
import { Migration0151ValidQuarantinedAssets } from "./0151-valid-quarantined-assets.ts";
import { Migration0152ReportedAssets } from "./0152-reported-assets.ts";
import { Migration0153CreditsPerHour } from "./0153-credits-per-hour.ts";
import { Migration0154AgreedCreditsPerHour } from "./0154-agreed-credits-per-hour.ts";
import { Migration0155PlanCreditsPerHour } from "./0155-plan-credits-per-hour.ts";
import { Migration0156QuarantinedHashes } from "./0156-quarantined-hashes.ts";
import { Migration0157Remainders } from "./0157-remainders.ts";
import { Migration0158SettledOnce } from "./0158-settled-once.ts";

export interface MigrationEntry {
  readonly name: string;
  readonly class: new (...args: ConstructorParameters<typeof Migration>) => Migration;
  /**
   * `before`, the default: runs before the processes of this release start, next to those of the previous one.
   * `after`: runs when no process of an earlier release is left, such as the drop of a column.
   */
  readonly phase?: MigrationPhase;
  /** Backfill that must be complete before this migration runs. Only with `after`. */
  readonly needs?: string;
}

export type MigrationPhase = "before" | "after";

/**
 * Migrations up to this one are unchanged since they were published, and run without a statement timeout and the rules of
 * later ones.
 */
export const lastWithoutPhases = "0110-lost-responses";

/**
 * Migrations in order. A migration that has run anywhere is never edited; a later one changes its result. Rules and
 * phases: docs/decisions/0055-migration-phases.md. Functions and triggers are defined in db/sql, data is moved by
 * db/backfills.
 */
export const migrations: readonly MigrationEntry[] = [
  { name: "0001-initial", class: Migration0001Initial },
  { name: "0002-sign-in", class: Migration0002SignIn },
  { name: "0003-organizations", class: Migration0003Organizations },
  { name: "0004-mail", class: Migration0004Mail },
  { name: "0005-federated-sign-in", class: Migration0005FederatedSignIn },
  { name: "0006-closing-and-receipts", class: Migration0006ClosingAndReceipts },
  { name: "0007-grants", class: Migration0007Grants },
  { name: "0008-status", class: Migration0008Status },
  { name: "0009-assets", class: Migration0009Assets },
  { name: "0010-job-events", class: Migration0010JobEvents },
  { name: "0011-promises", class: Migration0011Promises },
  { name: "0012-webhooks", class: Migration0012Webhooks },
  { name: "0013-estimates", class: Migration0013Estimates },
  { name: "0014-batches", class: Migration0014Batches },
  { name: "0015-leases", class: Migration0015Leases },
  { name: "0016-hot-paths", class: Migration0016HotPaths },
  { name: "0017-provider-health", class: Migration0017ProviderHealth },
  { name: "0018-provider-events", class: Migration0018ProviderEvents },
  { name: "0019-own-provider-keys", class: Migration0019OwnProviderKeys },
  { name: "0020-model-setting", class: Migration0020ModelSetting },
  { name: "0021-asset-facts", class: Migration0021AssetFacts },
  { name: "0022-request-names", class: Migration0022RequestNames },
  { name: "0023-our-keys", class: Migration0023OurKeys },
  { name: "0024-doubtful-submissions", class: Migration0024DoubtfulSubmissions },
  { name: "0026-overdue-submissions", class: Migration0026OverdueSubmissions },
  { name: "0028-what-members-leave", class: Migration0028WhatMembersLeave },
  { name: "0030-valid-checks", class: Migration0030ValidChecks },
  { name: "0033-free-grants", class: Migration0033FreeGrants },
  { name: "0034-stuck-runs", class: Migration0034StuckRuns },
  { name: "0036-open-jobs", class: Migration0036OpenJobs },
  { name: "0038-fewer-index-writes", class: Migration0038FewerIndexWrites },
  { name: "0042-undelivered-results", class: Migration0042UndeliveredResults },
  { name: "0045-due-webhook-events", class: Migration0045DueWebhookEvents },
  { name: "0046-asset-frame-rate", class: Migration0046AssetFrameRate },
  { name: "0047-reported-cost", class: Migration0047ReportedCost },
  { name: "0048-pipelines", class: Migration0048Pipelines },
  { name: "0049-pipeline-runs", class: Migration0049PipelineRuns },
  { name: "0050-run-jobs", class: Migration0050RunJobs },
  { name: "0051-run-results", class: Migration0051RunResults },
  { name: "0052-run-step-kinds", class: Migration0052RunStepKinds },
  { name: "0053-run-indexes", class: Migration0053RunIndexes },
  { name: "0054-run-estimates", class: Migration0054RunEstimates },
  { name: "0056-task-results", class: Migration0056TaskResults },
  { name: "0057-free-models", class: Migration0057FreeModels },
  { name: "0059-conversations", class: Migration0059Conversations },
  { name: "0060-conversation-jobs", class: Migration0060ConversationJobs },
  { name: "0070-cookie-sessions", class: Migration0070CookieSessions },
  { name: "0071-valid-session-methods", class: Migration0071ValidSessionMethods },
  { name: "0072-message-runs", class: Migration0072MessageRuns },
  { name: "0075-change-transactions", class: Migration0075ChangeTransactions },
  { name: "0080-previews", class: Migration0080Previews },
  { name: "0081-library-index", class: Migration0081LibraryIndex },
  { name: "0082-run-estimate-credits", class: Migration0082RunEstimateCredits },
  { name: "0090-job-marks", class: Migration0090JobMarks },
  { name: "0091-job-usage-index", class: Migration0091JobUsageIndex },
  { name: "0092-job-shares", class: Migration0092JobShares },
  { name: "0096-job-door", class: Migration0096JobDoor },
  { name: "0097-pending-responses", class: Migration0097PendingResponses },
  { name: "0099-listening-webhooks", class: Migration0099ListeningWebhooks },
  { name: "0100-valid-next-attempts", class: Migration0100ValidNextAttempts },
  { name: "0102-upload-links", class: Migration0102UploadLinks },
  { name: "0105-output-provenance", class: Migration0105OutputProvenance },
  { name: "0106-oauth-records", class: Migration0106OauthRecords },
  { name: "0110-lost-responses", class: Migration0110LostResponses },
  { name: "0115-backfills", class: Migration0115Backfills },
  { name: "0116-request-hours", class: Migration0116RequestHours },
  { name: "0117-own-providers", class: Migration0117OwnProviders },
  { name: "0118-model-offers", class: Migration0118ModelOffers },
  { name: "0119-found-models", class: Migration0119FoundModels },
  { name: "0122-verified-books", class: Migration0122VerifiedBooks },
  { name: "0126-safety", class: Migration0126Safety },
  { name: "0127-quarantined-files", class: Migration0127QuarantinedFiles },
  { name: "0128-undelivered-deliveries", class: Migration0128UndeliveredDeliveries },
  { name: "0130-job-traces", class: Migration0130JobTraces },
  { name: "0131-security-journal", class: Migration0131SecurityJournal },
  { name: "0132-outbox-traces", class: Migration0132OutboxTraces },
  { name: "0133-model-definitions", class: Migration0133ModelDefinitions },
  { name: "0135-billing", class: Migration0135Billing },
  { name: "0137-job-admissions", class: Migration0137JobAdmissions },
  { name: "0138-redacted-jobs", class: Migration0138RedactedJobs },
  { name: "0139-abuse-reports", class: Migration0139AbuseReports },
  { name: "0140-quarantine-decisions", class: Migration0140QuarantineDecisions },
  { name: "0141-unredacted-jobs", class: Migration0141UnredactedJobs },
  { name: "0144-bounded-job-events", class: Migration0144BoundedJobEvents },
  { name: "0145-partitioned-job-events", class: Migration0145PartitionedJobEvents },
  { name: "0148-user-search", class: Migration0148UserSearch },
  { name: "0149-organization-search", class: Migration0149OrganizationSearch },
  { name: "0150-quarantined-assets", class: Migration0150QuarantinedAssets },
  { name: "0151-valid-quarantined-assets", class: Migration0151ValidQuarantinedAssets },
  { name: "0152-reported-assets", class: Migration0152ReportedAssets },
  { name: "0153-credits-per-hour", class: Migration0153CreditsPerHour },
  { name: "0154-agreed-credits-per-hour", class: Migration0154AgreedCreditsPerHour },
  { name: "0155-plan-credits-per-hour", class: Migration0155PlanCreditsPerHour },
  { name: "0156-quarantined-hashes", class: Migration0156QuarantinedHashes },
  { name: "0157-remainders", class: Migration0157Remainders },
  { name: "0158-settled-once", class: Migration0158SettledOnce },
];

/** Last migration that this release knows; processes show it in the name of their database connections. */
export const schemaVersion = migrations.at(-1)?.name.slice(0, 4) ?? "";

export function phaseOf({ phase = "before" }: MigrationEntry): MigrationPhase {
  return phase;
}
