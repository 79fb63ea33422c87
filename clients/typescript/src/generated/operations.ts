// Written by scripts/write-clients.ts from docs/openapi.json. Do not edit.
import type { WithForm } from "../operation-types.ts";
import type * as types from "./types.ts";

/** Method and path; `once`: takes an Idempotency-Key; `raw`: the response is not JSON; `redirect`: it is a redirect; `public`: takes no credential. */
export const operations: Readonly<Record<keyof Operations, string>> = {
  createChatJob: "POST /v1/chat once",
  listConversations: "GET /v1/conversations",
  listMessages: "GET /v1/conversations/{conversationId}/messages",
  deleteConversation: "DELETE /v1/conversations/{conversationId}",
  createGeneration: "POST /v1/generations once",
  createEstimate: "POST /v1/estimates",
  listJobs: "GET /v1/jobs",
  getJob: "GET /v1/jobs/{jobId}",
  deleteJob: "DELETE /v1/jobs/{jobId}",
  cancelJob: "POST /v1/jobs/{jobId}/cancel",
  retryJob: "POST /v1/jobs/{jobId}/retry once",
  listJobEvents: "GET /v1/jobs/{jobId}/events",
  listJobOutputs: "GET /v1/jobs/{jobId}/outputs",
  getOutputContent: "GET /v1/jobs/{jobId}/outputs/{outputId}/content raw",
  createBatch: "POST /v1/batches once",
  listBatches: "GET /v1/batches",
  getBatch: "GET /v1/batches/{batchId}",
  cancelBatch: "POST /v1/batches/{batchId}/cancel",
  createAsset: "POST /v1/assets once",
  listAssets: "GET /v1/assets",
  getAsset: "GET /v1/assets/{assetId}",
  deleteAsset: "DELETE /v1/assets/{assetId}",
  listWebhooks: "GET /v1/webhooks",
  createWebhook: "POST /v1/webhooks once",
  getWebhook: "GET /v1/webhooks/{webhookId}",
  updateWebhook: "PUT /v1/webhooks/{webhookId}",
  deleteWebhook: "DELETE /v1/webhooks/{webhookId}",
  rotateWebhookSecret: "POST /v1/webhooks/{webhookId}/rotate-secret once",
  testWebhook: "POST /v1/webhooks/{webhookId}/test once",
  listWebhookDeliveries: "GET /v1/webhooks/{webhookId}/deliveries",
  redeliver: "POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver once",
  listPipelines: "GET /v1/pipelines",
  createPipeline: "POST /v1/pipelines once",
  getPipeline: "GET /v1/pipelines/{pipelineId}",
  updatePipeline: "PUT /v1/pipelines/{pipelineId}",
  createPipelineRun: "POST /v1/pipelines/{pipelineId}/runs once",
  listPipelineRuns: "GET /v1/pipelines/{pipelineId}/runs",
  listPipelineVersions: "GET /v1/pipelines/{pipelineId}/versions",
  listModels: "GET /v1/models",
  getModel: "GET /v1/models/{modelId}",
  getModelSchema: "GET /v1/models/{modelId}/schema",
  listCapabilities: "GET /v1/capabilities",
  listContentTypes: "GET /v1/content-types",
  listProviders: "GET /v1/providers",
  getProvider: "GET /v1/providers/{provider_slug}",
  getProviderHealth: "GET /v1/providers/{provider_slug}/health",
  listApiKeys: "GET /v1/api-keys",
  createApiKey: "POST /v1/api-keys once",
  getApiKey: "GET /v1/api-keys/{keyId}",
  updateApiKey: "PUT /v1/api-keys/{keyId}",
  revokeApiKey: "DELETE /v1/api-keys/{keyId}",
  rotateApiKey: "POST /v1/api-keys/{keyId}/rotate once",
  listOrganizations: "GET /v1/organizations",
  createOrganization: "POST /v1/organizations once",
  getOrganization: "GET /v1/organizations/{orgId}",
  updateOrganization: "PUT /v1/organizations/{orgId}",
  listMembers: "GET /v1/organizations/{orgId}/members",
  updateMember: "PUT /v1/organizations/{orgId}/members/{userId}",
  removeMember: "DELETE /v1/organizations/{orgId}/members/{userId}",
  listInvitations: "GET /v1/organizations/{orgId}/invitations",
  inviteMember: "POST /v1/organizations/{orgId}/invitations once",
  withdrawInvitation: "DELETE /v1/organizations/{orgId}/invitations/{invitationId}",
  acceptInvitation: "POST /v1/invitations/{invitationId}/accept",
  listRoles: "GET /v1/roles",
  getAccount: "GET /v1/account",
  updateAccount: "PUT /v1/account",
  closeAccount: "DELETE /v1/account",
  listSessions: "GET /v1/account/sessions",
  endSession: "DELETE /v1/account/sessions/{sessionId}",
  getCredits: "GET /v1/credits",
  listLedger: "GET /v1/credits/ledger",
  getUsage: "GET /v1/usage",
  listAuditLog: "GET /v1/audit-log",
  listUsers: "GET /v1/admin/users",
  updateUser: "PUT /v1/admin/users/{userId}",
  updateOrganizationTerms: "PUT /v1/admin/organizations/{orgId}",
  listAdminProviders: "GET /v1/admin/providers",
  updateProvider: "PUT /v1/admin/providers/{provider_slug}",
  createGrant: "POST /v1/admin/grants once",
  listPlans: "GET /v1/plans",
  getRateLimits: "GET /v1/rate-limits",
  getLiveness: "GET /v1/health/live",
  getReadiness: "GET /v1/health/ready",
  getStatus: "GET /v1/status",
  getMetrics: "GET /v1/metrics raw",
  getOpenapi: "GET /v1/openapi.json",
  startGoogleSignIn: "GET /v1/auth/google redirect public",
  finishGoogleSignIn: "GET /v1/auth/google/callback redirect public",
  startGithubSignIn: "GET /v1/auth/github redirect public",
  finishGithubSignIn: "GET /v1/auth/github/callback redirect public",
  register: "POST /v1/auth/register public",
  verifyEmail: "POST /v1/auth/verify-email public",
  login: "POST /v1/auth/login public",
  refresh: "POST /v1/auth/refresh public",
  logout: "POST /v1/auth/logout public",
  forgotPassword: "POST /v1/auth/forgot-password public",
  resetPassword: "POST /v1/auth/reset-password public",
};

/** Request and response of each operation. */
export interface Operations {
  createChatJob: { data: types.CreateChatJobData; response: types.CreateChatJobResponses[keyof types.CreateChatJobResponses] };
  listConversations: { data: types.ListConversationsData; response: types.ListConversationsResponses[keyof types.ListConversationsResponses] };
  listMessages: { data: types.ListMessagesData; response: types.ListMessagesResponses[keyof types.ListMessagesResponses] };
  deleteConversation: { data: types.DeleteConversationData; response: types.DeleteConversationResponses[keyof types.DeleteConversationResponses] };
  createGeneration: { data: types.CreateGenerationData; response: types.CreateGenerationResponses[keyof types.CreateGenerationResponses] };
  createEstimate: { data: types.CreateEstimateData; response: types.CreateEstimateResponses[keyof types.CreateEstimateResponses] };
  listJobs: { data: types.ListJobsData; response: types.ListJobsResponses[keyof types.ListJobsResponses] };
  getJob: { data: types.GetJobData; response: types.GetJobResponses[keyof types.GetJobResponses] };
  deleteJob: { data: types.DeleteJobData; response: types.DeleteJobResponses[keyof types.DeleteJobResponses] };
  cancelJob: { data: types.CancelJobData; response: types.CancelJobResponses[keyof types.CancelJobResponses] };
  retryJob: { data: types.RetryJobData; response: types.RetryJobResponses[keyof types.RetryJobResponses] };
  listJobEvents: { data: types.ListJobEventsData; response: types.ListJobEventsResponses[keyof types.ListJobEventsResponses] };
  listJobOutputs: { data: types.ListJobOutputsData; response: types.ListJobOutputsResponses[keyof types.ListJobOutputsResponses] };
  getOutputContent: { data: types.GetOutputContentData; response: Response };
  createBatch: { data: types.CreateBatchData; response: types.CreateBatchResponses[keyof types.CreateBatchResponses] };
  listBatches: { data: types.ListBatchesData; response: types.ListBatchesResponses[keyof types.ListBatchesResponses] };
  getBatch: { data: types.GetBatchData; response: types.GetBatchResponses[keyof types.GetBatchResponses] };
  cancelBatch: { data: types.CancelBatchData; response: types.CancelBatchResponses[keyof types.CancelBatchResponses] };
  createAsset: { data: WithForm<types.CreateAssetData>; response: types.CreateAssetResponses[keyof types.CreateAssetResponses] };
  listAssets: { data: types.ListAssetsData; response: types.ListAssetsResponses[keyof types.ListAssetsResponses] };
  getAsset: { data: types.GetAssetData; response: types.GetAssetResponses[keyof types.GetAssetResponses] };
  deleteAsset: { data: types.DeleteAssetData; response: types.DeleteAssetResponses[keyof types.DeleteAssetResponses] };
  listWebhooks: { data: types.ListWebhooksData; response: types.ListWebhooksResponses[keyof types.ListWebhooksResponses] };
  createWebhook: { data: types.CreateWebhookData; response: types.CreateWebhookResponses[keyof types.CreateWebhookResponses] };
  getWebhook: { data: types.GetWebhookData; response: types.GetWebhookResponses[keyof types.GetWebhookResponses] };
  updateWebhook: { data: types.UpdateWebhookData; response: types.UpdateWebhookResponses[keyof types.UpdateWebhookResponses] };
  deleteWebhook: { data: types.DeleteWebhookData; response: types.DeleteWebhookResponses[keyof types.DeleteWebhookResponses] };
  rotateWebhookSecret: { data: types.RotateWebhookSecretData; response: types.RotateWebhookSecretResponses[keyof types.RotateWebhookSecretResponses] };
  testWebhook: { data: types.TestWebhookData; response: types.TestWebhookResponses[keyof types.TestWebhookResponses] };
  listWebhookDeliveries: { data: types.ListWebhookDeliveriesData; response: types.ListWebhookDeliveriesResponses[keyof types.ListWebhookDeliveriesResponses] };
  redeliver: { data: types.RedeliverData; response: types.RedeliverResponses[keyof types.RedeliverResponses] };
  listPipelines: { data: types.ListPipelinesData; response: types.ListPipelinesResponses[keyof types.ListPipelinesResponses] };
  createPipeline: { data: types.CreatePipelineData; response: types.CreatePipelineResponses[keyof types.CreatePipelineResponses] };
  getPipeline: { data: types.GetPipelineData; response: types.GetPipelineResponses[keyof types.GetPipelineResponses] };
  updatePipeline: { data: types.UpdatePipelineData; response: types.UpdatePipelineResponses[keyof types.UpdatePipelineResponses] };
  createPipelineRun: { data: types.CreatePipelineRunData; response: types.CreatePipelineRunResponses[keyof types.CreatePipelineRunResponses] };
  listPipelineRuns: { data: types.ListPipelineRunsData; response: types.ListPipelineRunsResponses[keyof types.ListPipelineRunsResponses] };
  listPipelineVersions: { data: types.ListPipelineVersionsData; response: types.ListPipelineVersionsResponses[keyof types.ListPipelineVersionsResponses] };
  listModels: { data: types.ListModelsData; response: types.ListModelsResponses[keyof types.ListModelsResponses] };
  getModel: { data: types.GetModelData; response: types.GetModelResponses[keyof types.GetModelResponses] };
  getModelSchema: { data: types.GetModelSchemaData; response: types.GetModelSchemaResponses[keyof types.GetModelSchemaResponses] };
  listCapabilities: { data: types.ListCapabilitiesData; response: types.ListCapabilitiesResponses[keyof types.ListCapabilitiesResponses] };
  listContentTypes: { data: types.ListContentTypesData; response: types.ListContentTypesResponses[keyof types.ListContentTypesResponses] };
  listProviders: { data: types.ListProvidersData; response: types.ListProvidersResponses[keyof types.ListProvidersResponses] };
  getProvider: { data: types.GetProviderData; response: types.GetProviderResponses[keyof types.GetProviderResponses] };
  getProviderHealth: { data: types.GetProviderHealthData; response: types.GetProviderHealthResponses[keyof types.GetProviderHealthResponses] };
  listApiKeys: { data: types.ListApiKeysData; response: types.ListApiKeysResponses[keyof types.ListApiKeysResponses] };
  createApiKey: { data: types.CreateApiKeyData; response: types.CreateApiKeyResponses[keyof types.CreateApiKeyResponses] };
  getApiKey: { data: types.GetApiKeyData; response: types.GetApiKeyResponses[keyof types.GetApiKeyResponses] };
  updateApiKey: { data: types.UpdateApiKeyData; response: types.UpdateApiKeyResponses[keyof types.UpdateApiKeyResponses] };
  revokeApiKey: { data: types.RevokeApiKeyData; response: types.RevokeApiKeyResponses[keyof types.RevokeApiKeyResponses] };
  rotateApiKey: { data: types.RotateApiKeyData; response: types.RotateApiKeyResponses[keyof types.RotateApiKeyResponses] };
  listOrganizations: { data: types.ListOrganizationsData; response: types.ListOrganizationsResponses[keyof types.ListOrganizationsResponses] };
  createOrganization: { data: types.CreateOrganizationData; response: types.CreateOrganizationResponses[keyof types.CreateOrganizationResponses] };
  getOrganization: { data: types.GetOrganizationData; response: types.GetOrganizationResponses[keyof types.GetOrganizationResponses] };
  updateOrganization: { data: types.UpdateOrganizationData; response: types.UpdateOrganizationResponses[keyof types.UpdateOrganizationResponses] };
  listMembers: { data: types.ListMembersData; response: types.ListMembersResponses[keyof types.ListMembersResponses] };
  updateMember: { data: types.UpdateMemberData; response: types.UpdateMemberResponses[keyof types.UpdateMemberResponses] };
  removeMember: { data: types.RemoveMemberData; response: types.RemoveMemberResponses[keyof types.RemoveMemberResponses] };
  listInvitations: { data: types.ListInvitationsData; response: types.ListInvitationsResponses[keyof types.ListInvitationsResponses] };
  inviteMember: { data: types.InviteMemberData; response: types.InviteMemberResponses[keyof types.InviteMemberResponses] };
  withdrawInvitation: { data: types.WithdrawInvitationData; response: types.WithdrawInvitationResponses[keyof types.WithdrawInvitationResponses] };
  acceptInvitation: { data: types.AcceptInvitationData; response: types.AcceptInvitationResponses[keyof types.AcceptInvitationResponses] };
  listRoles: { data: types.ListRolesData; response: types.ListRolesResponses[keyof types.ListRolesResponses] };
  getAccount: { data: types.GetAccountData; response: types.GetAccountResponses[keyof types.GetAccountResponses] };
  updateAccount: { data: types.UpdateAccountData; response: types.UpdateAccountResponses[keyof types.UpdateAccountResponses] };
  closeAccount: { data: types.CloseAccountData; response: types.CloseAccountResponses[keyof types.CloseAccountResponses] };
  listSessions: { data: types.ListSessionsData; response: types.ListSessionsResponses[keyof types.ListSessionsResponses] };
  endSession: { data: types.EndSessionData; response: types.EndSessionResponses[keyof types.EndSessionResponses] };
  getCredits: { data: types.GetCreditsData; response: types.GetCreditsResponses[keyof types.GetCreditsResponses] };
  listLedger: { data: types.ListLedgerData; response: types.ListLedgerResponses[keyof types.ListLedgerResponses] };
  getUsage: { data: types.GetUsageData; response: types.GetUsageResponses[keyof types.GetUsageResponses] };
  listAuditLog: { data: types.ListAuditLogData; response: types.ListAuditLogResponses[keyof types.ListAuditLogResponses] };
  listUsers: { data: types.ListUsersData; response: types.ListUsersResponses[keyof types.ListUsersResponses] };
  updateUser: { data: types.UpdateUserData; response: types.UpdateUserResponses[keyof types.UpdateUserResponses] };
  updateOrganizationTerms: { data: types.UpdateOrganizationTermsData; response: types.UpdateOrganizationTermsResponses[keyof types.UpdateOrganizationTermsResponses] };
  listAdminProviders: { data: types.ListAdminProvidersData; response: types.ListAdminProvidersResponses[keyof types.ListAdminProvidersResponses] };
  updateProvider: { data: types.UpdateProviderData; response: types.UpdateProviderResponses[keyof types.UpdateProviderResponses] };
  createGrant: { data: types.CreateGrantData; response: types.CreateGrantResponses[keyof types.CreateGrantResponses] };
  listPlans: { data: types.ListPlansData; response: types.ListPlansResponses[keyof types.ListPlansResponses] };
  getRateLimits: { data: types.GetRateLimitsData; response: types.GetRateLimitsResponses[keyof types.GetRateLimitsResponses] };
  getLiveness: { data: types.GetLivenessData; response: types.GetLivenessResponses[keyof types.GetLivenessResponses] };
  getReadiness: { data: types.GetReadinessData; response: types.GetReadinessResponses[keyof types.GetReadinessResponses] };
  getStatus: { data: types.GetStatusData; response: types.GetStatusResponses[keyof types.GetStatusResponses] };
  getMetrics: { data: types.GetMetricsData; response: Response };
  getOpenapi: { data: types.GetOpenapiData; response: types.GetOpenapiResponses[keyof types.GetOpenapiResponses] };
  startGoogleSignIn: { data: types.StartGoogleSignInData; response: Response };
  finishGoogleSignIn: { data: types.FinishGoogleSignInData; response: Response };
  startGithubSignIn: { data: types.StartGithubSignInData; response: Response };
  finishGithubSignIn: { data: types.FinishGithubSignInData; response: Response };
  register: { data: types.RegisterData; response: types.RegisterResponses[keyof types.RegisterResponses] };
  verifyEmail: { data: types.VerifyEmailData; response: types.VerifyEmailResponses[keyof types.VerifyEmailResponses] };
  login: { data: types.LoginData; response: types.LoginResponses[keyof types.LoginResponses] };
  refresh: { data: types.RefreshData; response: types.RefreshResponses[keyof types.RefreshResponses] };
  logout: { data: types.LogoutData; response: types.LogoutResponses[keyof types.LogoutResponses] };
  forgotPassword: { data: types.ForgotPasswordData; response: types.ForgotPasswordResponses[keyof types.ForgotPasswordResponses] };
  resetPassword: { data: types.ResetPasswordData; response: types.ResetPasswordResponses[keyof types.ResetPasswordResponses] };
}
