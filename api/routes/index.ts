import type { Route } from "#api/http/route.ts";

import { closeAccount } from "./account/close-account.ts";
import { endSession } from "./account/end-session.ts";
import { getAccount } from "./account/get-account.ts";
import { getCredits } from "./account/get-credits.ts";
import { getRateLimits } from "./account/get-rate-limits.ts";
import { getUsage } from "./account/get-usage.ts";
import { listLedger } from "./account/list-ledger.ts";
import { listPlans } from "./account/list-plans.ts";
import { listSessions } from "./account/list-sessions.ts";
import { updateAccount } from "./account/update-account.ts";
import { createGrant } from "./admin/create-grant.ts";
import { listAdminProviders } from "./admin/list-admin-providers.ts";
import { listUsers } from "./admin/list-users.ts";
import { updateOrganizationTerms } from "./admin/update-organization-terms.ts";
import { updateProvider } from "./admin/update-provider.ts";
import { updateUser } from "./admin/update-user.ts";
import { createApiKey } from "./api-keys/create-api-key.ts";
import { getApiKey } from "./api-keys/get-api-key.ts";
import { listApiKeys } from "./api-keys/list-api-keys.ts";
import { revokeApiKey } from "./api-keys/revoke-api-key.ts";
import { rotateApiKey } from "./api-keys/rotate-api-key.ts";
import { updateApiKey } from "./api-keys/update-api-key.ts";
import { changePlan } from "./app/billing/change-plan.ts";
import { createCheckout } from "./app/billing/create-checkout.ts";
import { getBilling } from "./app/billing/get-billing.ts";
import { openPortal } from "./app/billing/open-portal.ts";
import { receiveBillingEvent } from "./app/billing/receive-billing-event.ts";
import { countJobs } from "./app/count-jobs.ts";
import { createAbuseReport } from "./app/create-abuse-report.ts";
import { createJobShare } from "./app/create-job-share.ts";
import { decideAbuseReport } from "./app/decide-abuse-report.ts";
import { decideAuthorization } from "./app/decide-authorization.ts";
import { decideDeviceAuthorization } from "./app/decide-device-authorization.ts";
import { decideQuarantinedFile } from "./app/decide-quarantined-file.ts";
import { exportAccount } from "./app/export-account.ts";
import { exportAuditLog } from "./app/export-audit-log.ts";
import { followChanges } from "./app/follow-changes.ts";
import { getAuthorization } from "./app/get-authorization.ts";
import { getDeviceAuthorization } from "./app/get-device-authorization.ts";
import { getJobMarks } from "./app/get-job-marks.ts";
import { getJobUsage } from "./app/get-job-usage.ts";
import { getOperatorLinks } from "./app/get-operator-links.ts";
import { getReportPage } from "./app/get-report-page.ts";
import { getSafetyRules } from "./app/get-safety-rules.ts";
import { getSecurityContact } from "./app/get-security-contact.ts";
import { getServiceStatus } from "./app/get-service-status.ts";
import { getSignInMethods } from "./app/get-sign-in-methods.ts";
import { listAbuseReports } from "./app/list-abuse-reports.ts";
import { listJobShares } from "./app/list-job-shares.ts";
import { listLibrary } from "./app/list-library.ts";
import { listMarkedJobs } from "./app/list-marked-jobs.ts";
import { listOrganizationTerms } from "./app/list-organization-terms.ts";
import { listQuarantinedFiles } from "./app/list-quarantined-files.ts";
import { openSignInLink } from "./app/open-sign-in-link.ts";
import { previewBatch } from "./app/preview-batch.ts";
import { previewEstimate } from "./app/preview-estimate.ts";
import { revokeJobShare } from "./app/revoke-job-share.ts";
import { updateJobMarks } from "./app/update-job-marks.ts";
import { updateSafetyRules } from "./app/update-safety-rules.ts";
import { createAsset } from "./assets/create-asset.ts";
import { deleteAsset } from "./assets/delete-asset.ts";
import { getAsset } from "./assets/get-asset.ts";
import { listAssets } from "./assets/list-assets.ts";
import { listAuditLog } from "./audit/list-audit-log.ts";
import { finishGithubSignIn } from "./auth/finish-github-sign-in.ts";
import { finishGoogleSignIn } from "./auth/finish-google-sign-in.ts";
import { forgotPassword } from "./auth/forgot-password.ts";
import { getAcceptInvitationPage } from "./auth/get-accept-invitation-page.ts";
import { getKeySet } from "./auth/get-key-set.ts";
import { getResetPasswordPage } from "./auth/get-reset-password-page.ts";
import { getVerifyEmailPage } from "./auth/get-verify-email-page.ts";
import { login } from "./auth/login.ts";
import { logout } from "./auth/logout.ts";
import { refresh } from "./auth/refresh.ts";
import { register } from "./auth/register.ts";
import { resetPassword } from "./auth/reset-password.ts";
import { startGithubSignIn } from "./auth/start-github-sign-in.ts";
import { startGoogleSignIn } from "./auth/start-google-sign-in.ts";
import { verifyEmail } from "./auth/verify-email.ts";
import { cancelBatch } from "./batches/cancel-batch.ts";
import { createBatch } from "./batches/create-batch.ts";
import { getBatch } from "./batches/get-batch.ts";
import { listBatches } from "./batches/list-batches.ts";
import { createChatJob } from "./chat/create-chat-job.ts";
import { deleteConversation } from "./conversations/delete-conversation.ts";
import { listConversations } from "./conversations/list-conversations.ts";
import { listMessages } from "./conversations/list-messages.ts";
import { getErrorPage } from "./documentation/get-error-page.ts";
import { getLandingPage } from "./documentation/get-landing-page.ts";
import { getOpenapi } from "./documentation/get-openapi.ts";
import { createEstimate } from "./estimates/create-estimate.ts";
import { downloadFile } from "./files/download-file.ts";
import { createGeneration } from "./generations/create-generation.ts";
import { getLiveness } from "./health/get-liveness.ts";
import { getMetrics } from "./health/get-metrics.ts";
import { getReadiness } from "./health/get-readiness.ts";
import { getStatus } from "./health/get-status.ts";
import { cancelJob } from "./jobs/cancel-job.ts";
import { deleteJob } from "./jobs/delete-job.ts";
import { getJob } from "./jobs/get-job.ts";
import { getOutputContent } from "./jobs/get-output-content.ts";
import { listJobEvents } from "./jobs/list-job-events.ts";
import { listJobOutputs } from "./jobs/list-job-outputs.ts";
import { listJobs } from "./jobs/list-jobs.ts";
import { retryJob } from "./jobs/retry-job.ts";
import { getModelSchema } from "./models/get-model-schema.ts";
import { getModel } from "./models/get-model.ts";
import { listCapabilities } from "./models/list-capabilities.ts";
import { listContentTypes } from "./models/list-content-types.ts";
import { listModels } from "./models/list-models.ts";
import { acceptInvitation } from "./organizations/accept-invitation.ts";
import { createOrganization } from "./organizations/create-organization.ts";
import { getOrganization } from "./organizations/get-organization.ts";
import { inviteMember } from "./organizations/invite-member.ts";
import { listInvitations } from "./organizations/list-invitations.ts";
import { listMembers } from "./organizations/list-members.ts";
import { listOrganizations } from "./organizations/list-organizations.ts";
import { listRoles } from "./organizations/list-roles.ts";
import { removeMember } from "./organizations/remove-member.ts";
import { updateMember } from "./organizations/update-member.ts";
import { updateOrganization } from "./organizations/update-organization.ts";
import { withdrawInvitation } from "./organizations/withdraw-invitation.ts";
import { createPipelineRun } from "./pipelines/create-pipeline-run.ts";
import { createPipeline } from "./pipelines/create-pipeline.ts";
import { getPipeline } from "./pipelines/get-pipeline.ts";
import { listPipelineRuns } from "./pipelines/list-pipeline-runs.ts";
import { listPipelineVersions } from "./pipelines/list-pipeline-versions.ts";
import { listPipelines } from "./pipelines/list-pipelines.ts";
import { updatePipeline } from "./pipelines/update-pipeline.ts";
import { receiveAccountWebhook } from "./provider-webhooks/receive-account-webhook.ts";
import { receiveProviderWebhook } from "./provider-webhooks/receive-provider-webhook.ts";
import { getProviderHealth } from "./providers/get-provider-health.ts";
import { getProvider } from "./providers/get-provider.ts";
import { listProviders } from "./providers/list-providers.ts";
import { downloadSharedFile } from "./shares/download-shared-file.ts";
import { getSharedPage } from "./shares/get-shared-page.ts";
import { uploadFile } from "./uploads/upload-file.ts";
import { createWebhook } from "./webhooks/create-webhook.ts";
import { deleteWebhook } from "./webhooks/delete-webhook.ts";
import { getWebhook } from "./webhooks/get-webhook.ts";
import { listWebhookDeliveries } from "./webhooks/list-webhook-deliveries.ts";
import { listWebhooks } from "./webhooks/list-webhooks.ts";
import { redeliver } from "./webhooks/redeliver.ts";
import { rotateWebhookSecret } from "./webhooks/rotate-webhook-secret.ts";
import { testWebhook } from "./webhooks/test-webhook.ts";
import { updateWebhook } from "./webhooks/update-webhook.ts";

/** Every endpoint of the API. Documentation, validation and the contract tests derive from this list. */
export const routes: readonly Route[] = [
  createChatJob,
  listConversations,
  listMessages,
  deleteConversation,
  createGeneration,
  createEstimate,
  listJobs,
  getJob,
  cancelJob,
  retryJob,
  deleteJob,
  listJobEvents,
  listJobOutputs,
  getOutputContent,
  createBatch,
  listBatches,
  getBatch,
  cancelBatch,
  createAsset,
  listAssets,
  getAsset,
  deleteAsset,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  redeliver,
  listPipelines,
  createPipeline,
  getPipeline,
  createPipelineRun,
  listPipelineRuns,
  updatePipeline,
  listPipelineVersions,
  listModels,
  getModel,
  getModelSchema,
  listCapabilities,
  listContentTypes,
  listProviders,
  getProvider,
  getProviderHealth,
  receiveAccountWebhook,
  receiveProviderWebhook,
  listApiKeys,
  createApiKey,
  getApiKey,
  updateApiKey,
  rotateApiKey,
  revokeApiKey,
  listOrganizations,
  createOrganization,
  getOrganization,
  updateOrganization,
  listMembers,
  updateMember,
  removeMember,
  listInvitations,
  inviteMember,
  withdrawInvitation,
  acceptInvitation,
  listRoles,
  getAccount,
  updateAccount,
  closeAccount,
  listSessions,
  endSession,
  getCredits,
  listLedger,
  getUsage,
  listAuditLog,
  listUsers,
  updateUser,
  updateOrganizationTerms,
  listAdminProviders,
  updateProvider,
  createGrant,
  listPlans,
  getRateLimits,
  getLiveness,
  getReadiness,
  getStatus,
  getMetrics,
  getOpenapi,
  startGoogleSignIn,
  finishGoogleSignIn,
  startGithubSignIn,
  finishGithubSignIn,
  register,
  verifyEmail,
  login,
  refresh,
  logout,
  forgotPassword,
  resetPassword,
  getKeySet,
  getVerifyEmailPage,
  getResetPasswordPage,
  getAcceptInvitationPage,
  downloadFile,
  uploadFile,
  getLandingPage,
  getErrorPage,
];

/** Endpoints of the dashboard that exist only on a server that sells plans or credits. */
export const billingRoutes: readonly Route[] = [
  getBilling,
  createCheckout,
  changePlan,
  openPortal,
  receiveBillingEvent,
];

/** Endpoints that only the dashboard needs. They change together with it, without a promise of compatibility. */
export const appRoutes: readonly Route[] = [
  openSignInLink,
  getSignInMethods,
  previewEstimate,
  followChanges,
  listLibrary,
  getServiceStatus,
  listOrganizationTerms,
  getOperatorLinks,
  previewBatch,
  listMarkedJobs,
  countJobs,
  getJobUsage,
  getJobMarks,
  updateJobMarks,
  createJobShare,
  listJobShares,
  revokeJobShare,
  getSafetyRules,
  updateSafetyRules,
  getSecurityContact,
  getReportPage,
  createAbuseReport,
  listAbuseReports,
  decideAbuseReport,
  listQuarantinedFiles,
  decideQuarantinedFile,
  getSharedPage,
  downloadSharedFile,
  getAuthorization,
  decideAuthorization,
  getDeviceAuthorization,
  decideDeviceAuthorization,
  exportAccount,
  exportAuditLog,
];
