import { createMailOrganizationEvents } from "./delivery/mail-organization-events.ts";
import { createGiveUpMail, createSendMail } from "./delivery/send-mail.ts";
import { createSendWebhook } from "./delivery/send-webhook.ts";
import type { ActivityDependencies } from "./dependencies.ts";
import { createFailOver } from "./generation/fail-over.ts";
import {
  createBeginJob,
  createCancelJob,
  createCompleteJob,
  createFailJob,
} from "./generation/job-records.ts";
import { createParseIntent } from "./generation/parse-intent.ts";
import { createPlanGeneration } from "./generation/plan-generation.ts";
import { createCancelAtProvider, createPollProvider } from "./generation/poll-provider.ts";
import { createReconcileSubmission } from "./generation/reconcile-submission.ts";
import { createStoreInputs } from "./generation/store-inputs.ts";
import { createStoreOutput } from "./generation/store-output.ts";
import { createSubmitToProvider } from "./generation/submit-to-provider.ts";
import { thenComplete } from "./generation/then-complete.ts";
import { createDeleteExpiredRows } from "./maintenance/delete-expired-rows.ts";
import { createEraseAccounts } from "./maintenance/erase-accounts.ts";
import { createKeepPartitions } from "./maintenance/keep-partitions.ts";
import { createReconcileBilling, createSyncBilling } from "./maintenance/maintain-billing.ts";
import { createExpireCredits, createGrantMonthlyCredits } from "./maintenance/maintain-credits.ts";
import { createDeleteExpiredFiles, createDeleteOrphanFiles } from "./maintenance/maintain-files.ts";
import {
  createPurgeJobs,
  createReconcileJobs,
  createRedactJobs,
  createSettleSubmissions,
} from "./maintenance/maintain-jobs.ts";
import {
  createDeleteOldWebhooks,
  createReconcileWebhooks,
} from "./maintenance/maintain-webhooks.ts";
import { createNoteDueKeyRotations } from "./maintenance/note-due-key-rotations.ts";
import { createMeasureModels, createProbeProviders } from "./maintenance/probe-providers.ts";
import { createResealSecrets } from "./maintenance/reseal-secrets.ts";
import { createRunBackfills } from "./maintenance/run-backfills.ts";
import { createVerifyBooks } from "./maintenance/verify-books.ts";
import { createWriteSecurityJournal } from "./maintenance/write-security-journal.ts";
import { createAdvanceRun } from "./pipelines/advance-run.ts";
import { createPerformStep } from "./pipelines/perform-step.ts";
import { signalsRun } from "./pipelines/signal-run.ts";

/** Lists every activity of the worker. `worker/worker-queues.ts` assigns them to queues. */
export function createActivities(dependencies: ActivityDependencies) {
  const completeJob = signalsRun(createCompleteJob(dependencies), dependencies);
  return {
    beginJob: createBeginJob(dependencies),
    planGeneration: createPlanGeneration(dependencies),
    failOver: createFailOver(dependencies),
    completeJob,
    failJob: signalsRun(createFailJob(dependencies), dependencies),
    cancelJob: signalsRun(createCancelJob(dependencies), dependencies),
    parseIntent: createParseIntent(dependencies),
    storeInputs: createStoreInputs(dependencies),
    storeOutput: thenComplete(createStoreOutput(dependencies), completeJob, dependencies),
    submitToProvider: createSubmitToProvider(dependencies),
    pollProvider: createPollProvider(dependencies),
    reconcileSubmission: createReconcileSubmission(dependencies),
    cancelAtProvider: createCancelAtProvider(dependencies),
    advanceRun: createAdvanceRun(dependencies),
    performStep: createPerformStep(dependencies),
    sendMail: createSendMail(dependencies),
    giveUpMail: createGiveUpMail(dependencies),
    sendWebhook: createSendWebhook(dependencies),
    reconcileJobs: createReconcileJobs(dependencies),
    reconcileWebhooks: createReconcileWebhooks(dependencies),
    deleteOldWebhooks: createDeleteOldWebhooks(dependencies),
    purgeJobs: createPurgeJobs(dependencies),
    settleSubmissions: createSettleSubmissions(dependencies),
    grantMonthlyCredits: createGrantMonthlyCredits(dependencies),
    eraseAccounts: createEraseAccounts(dependencies),
    expireCredits: createExpireCredits(dependencies),
    syncBilling: createSyncBilling(dependencies),
    reconcileBilling: createReconcileBilling(dependencies),
    noteDueKeyRotations: createNoteDueKeyRotations(dependencies),
    mailOrganizationEvents: createMailOrganizationEvents(dependencies),
    deleteExpiredRows: createDeleteExpiredRows(dependencies),
    probeProviders: createProbeProviders(dependencies),
    measureModels: createMeasureModels(dependencies),
    deleteExpiredFiles: createDeleteExpiredFiles(dependencies),
    deleteOrphanFiles: createDeleteOrphanFiles(dependencies),
    redactJobs: createRedactJobs(dependencies),
    keepPartitions: createKeepPartitions(dependencies),
    runBackfills: createRunBackfills(dependencies),
    verifyBooks: createVerifyBooks(dependencies),
    resealSecrets: createResealSecrets(dependencies),
    writeSecurityJournal: createWriteSecurityJournal(dependencies),
  };
}

export type Activities = ReturnType<typeof createActivities>;
