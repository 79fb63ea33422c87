import { createDeleteExpiredRows } from "./delete-expired-rows.ts";
import type { ActivityDependencies } from "./dependencies.ts";
import { createEraseAccounts } from "./erase-accounts.ts";
import { createFailOver } from "./fail-over.ts";
import {
  createBeginJob,
  createCancelJob,
  createCompleteJob,
  createFailJob,
} from "./job-records.ts";
import { createMailOrganizationEvents } from "./mail-organization-events.ts";
import { createExpireCredits, createGrantMonthlyCredits } from "./maintain-credits.ts";
import { createDeleteExpiredFiles, createDeleteOrphanFiles } from "./maintain-files.ts";
import { createPurgeJobs, createReconcileJobs, createSettleSubmissions } from "./maintain-jobs.ts";
import { createDeleteOldWebhooks, createReconcileWebhooks } from "./maintain-webhooks.ts";
import { createNoteDueKeyRotations } from "./note-due-key-rotations.ts";
import { createPlanGeneration } from "./plan-generation.ts";
import { createCancelAtProvider, createPollProvider } from "./poll-provider.ts";
import { createMeasureModels, createProbeProviders } from "./probe-providers.ts";
import { createParseIntent } from "./read-message.ts";
import { createReconcileSubmission } from "./reconcile-submission.ts";
import { createGiveUpMail, createSendMail } from "./send-mail.ts";
import { createSendWebhook } from "./send-webhook.ts";
import { createStoreInputs } from "./store-inputs.ts";
import { createStoreOutput } from "./store-output.ts";
import { createSubmitToProvider } from "./submit-to-provider.ts";

/** Every activity of the worker: the only list. Which queue runs which stands in `worker.ts`. */
export function createActivities(dependencies: ActivityDependencies) {
  return {
    beginJob: createBeginJob(dependencies),
    planGeneration: createPlanGeneration(dependencies),
    failOver: createFailOver(dependencies),
    completeJob: createCompleteJob(dependencies),
    failJob: createFailJob(dependencies),
    cancelJob: createCancelJob(dependencies),
    parseIntent: createParseIntent(dependencies),
    storeInputs: createStoreInputs(dependencies),
    storeOutput: createStoreOutput(dependencies),
    submitToProvider: createSubmitToProvider(dependencies),
    pollProvider: createPollProvider(dependencies),
    reconcileSubmission: createReconcileSubmission(dependencies),
    cancelAtProvider: createCancelAtProvider(dependencies),
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
    noteDueKeyRotations: createNoteDueKeyRotations(dependencies),
    mailOrganizationEvents: createMailOrganizationEvents(dependencies),
    deleteExpiredRows: createDeleteExpiredRows(dependencies),
    probeProviders: createProbeProviders(dependencies),
    measureModels: createMeasureModels(dependencies),
    deleteExpiredFiles: createDeleteExpiredFiles(dependencies),
    deleteOrphanFiles: createDeleteOrphanFiles(dependencies),
  };
}

export type Activities = ReturnType<typeof createActivities>;
