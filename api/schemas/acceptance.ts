import type { ErrorCode } from "#domain/errors.ts";

/** What can stand in the way of a new job. */
export const acceptanceErrors = [
  "insufficient_credits",
  "budget_exceeded",
  "key_limit_reached",
  "model_not_found",
  "provider_not_found",
  "provider_not_configured",
  "provider_not_available",
  "model_not_available",
  "model_lacks_capability",
  "no_model_available",
  "parameter_not_supported",
  "input_missing",
  "asset_not_found",
  "asset_expired",
  "outside_organization",
  "webhook_disabled",
  "price_over_limit",
  "overloaded",
] as const satisfies readonly ErrorCode[];

const parameters = { jobId: "$response.body#/jobId" };

/** Where a client goes next with the id that it was given. */
export const acceptedJobLinks = {
  job: { operationId: "getJob", parameters },
  outputs: { operationId: "listJobOutputs", parameters },
  cancel: { operationId: "cancelJob", parameters },
};
