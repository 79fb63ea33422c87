import type { ErrorCode } from "#domain/errors.ts";

/** Errors of the decision on a request, for jobs and estimates alike. */
const decisionErrors = [
  "model_not_found",
  "provider_not_found",
  "provider_not_configured",
  "provider_not_available",
  "model_not_available",
  "model_lacks_capability",
  "no_model_available",
  "parameter_not_supported",
  "input_missing",
  "input_address_refused",
  "asset_not_found",
  "asset_expired",
  "outside_organization",
  "price_over_limit",
  "content_blocked",
] as const satisfies readonly ErrorCode[];

/** Errors of a new job. */
export const acceptanceErrors = [
  "insufficient_credits",
  "budget_exceeded",
  "spend_limit_reached",
  "key_limit_reached",
  "job_limit_reached",
  ...decisionErrors,
  "webhook_disabled",
  "overloaded",
] as const satisfies readonly ErrorCode[];

/** Errors of an estimate. */
export const estimateErrors = [
  ...decisionErrors,
  "intent_unsupported",
] as const satisfies readonly ErrorCode[];

/** Errors of the estimate of a run, besides {@link estimateErrors}. */
export const runEstimateErrors = [
  "pipeline_not_found",
  "pipeline_version_not_found",
  "pipeline_archived",
  "job_not_found",
  "job_not_final",
  "resume_mismatch",
  "request_gone",
] as const satisfies readonly ErrorCode[];

/** Errors of a new job that can be estimated first. */
export const orderErrors = [
  ...acceptanceErrors,
  "intent_unsupported",
  "estimate_not_found",
  "estimate_expired",
  "estimate_mismatch",
  "own_key_unusable",
] as const satisfies readonly ErrorCode[];

const parameters = { jobId: "$response.body#/jobId" };

/** OpenAPI links from the ID of an accepted job. */
export const acceptedJobLinks = {
  job: { operationId: "getJob", parameters },
  outputs: { operationId: "listJobOutputs", parameters },
  cancel: { operationId: "cancelJob", parameters },
};
