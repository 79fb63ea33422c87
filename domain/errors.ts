interface ErrorRule {
  readonly status: number;
  /** True when the same request may succeed later without a change by the caller. */
  readonly retryable: boolean;
  readonly message: string;
  /** Remediation for the caller, published in the error documentation. */
  readonly cure: string;
}

/** All errors that callers and operators can receive. The code is the contract; the text may change. */
export const errorCatalog = {
  // Credentials and access
  credential_missing: {
    status: 401,
    retryable: false,
    message: "The request has no credential.",
    cure: "Send an API key in the header X-API-Key, or an access token as Authorization: Bearer <token>.",
  },
  credential_malformed: {
    status: 401,
    retryable: false,
    message: "The credential is malformed.",
    cure: "Send X-API-Key: gme_… or Authorization: Bearer <token>.",
  },
  api_key_unknown: {
    status: 401,
    retryable: false,
    message: "The API key does not exist.",
    cure: "Check the key for typing errors, or create a new key.",
  },
  api_key_expired: {
    status: 401,
    retryable: false,
    message: "The API key has expired.",
    cure: "Create a new key.",
  },
  api_key_revoked: {
    status: 401,
    retryable: false,
    message: "The API key has been revoked.",
    cure: "Use another key.",
  },
  token_invalid: {
    status: 401,
    retryable: false,
    message: "The access token is invalid.",
    cure: "Sign in again with POST /v1/auth/login.",
  },
  token_expired: {
    status: 401,
    retryable: false,
    message: "The access token has expired.",
    cure: "Get a new token with POST /v1/auth/refresh.",
  },
  session_ended: {
    status: 401,
    retryable: false,
    message: "The session has ended.",
    cure: "Sign in again with POST /v1/auth/login.",
  },
  refresh_token_invalid: {
    status: 401,
    retryable: false,
    message: "The refresh token is invalid.",
    cure: "Sign in again with POST /v1/auth/login.",
  },
  sign_in_failed: {
    status: 401,
    retryable: false,
    message: "The email address or the password is wrong.",
    cure: "Check both, or reset the password with POST /v1/auth/forgot-password.",
  },
  sign_in_limited: {
    status: 429,
    retryable: true,
    message: "Too many sign-in attempts.",
    cure: "Wait for the seconds in Retry-After, or sign in from an IP address that you have signed in from before.",
  },
  frontend_address_refused: {
    status: 400,
    retryable: false,
    message: "The front-end URL is not allowed.",
    cure: "Send exactly one of the front-end URLs of this service in `state`.",
  },
  sign_in_link_invalid: {
    status: 400,
    retryable: false,
    message: "The sign-in link is unknown, expired or already used.",
    cure: "Create another link with `npm run dashboard` on the machine of the engine.",
  },
  origin_refused: {
    status: 403,
    retryable: false,
    message: "Only a page of this server may keep a session in a cookie.",
    cure: "Send the request from a page under the public URL, or leave out `keep` and store the refresh token yourself.",
  },
  sign_in_method_unconfigured: {
    status: 501,
    retryable: false,
    message: "This sign-in method is not configured.",
    cure: "Use another sign-in method, or ask the operator to configure it; `details.setting` names the missing variable.",
  },
  sign_in_attempt_invalid: {
    status: 400,
    retryable: false,
    message: "This browser has no open sign-in for this callback.",
    cure: "Start the sign-in again. It must end in the browser that started it, within ten minutes, and works once.",
  },
  sign_in_denied: {
    status: 403,
    retryable: false,
    message: "The sign-in was denied at the identity provider.",
    cure: "Start again and allow the sign-in, or use another sign-in method.",
  },
  identity_unverifiable: {
    status: 502,
    retryable: false,
    message: "The response of the identity provider could not be verified.",
    cure: "Start again. If the error persists, the operator must check the settings of the identity provider.",
  },
  identity_email_unverified: {
    status: 403,
    retryable: false,
    message: "The identity provider reports no verified email address.",
    cure: "Verify your primary email address at the identity provider, then start again.",
  },
  identity_provider_unavailable: {
    status: 503,
    retryable: true,
    message: "The identity provider is unavailable.",
    cure: "Retry in a moment, or use another sign-in method.",
  },
  credentials_conflict: {
    status: 400,
    retryable: false,
    message: "The request has two credentials.",
    cure: "Send either X-API-Key or Authorization, not both.",
  },
  account_suspended: {
    status: 403,
    retryable: false,
    message: "The account is suspended.",
    cure: "Contact the operator of this service.",
  },
  account_closing: {
    status: 403,
    retryable: false,
    message: "The account is being closed.",
    cure: "To keep the account, set `status` to active with PUT /v1/account before `closesAt`.",
  },
  recent_sign_in_required: {
    status: 403,
    retryable: false,
    message: "This request requires a recent sign-in.",
    cure: "Sign in again with POST /v1/auth/login or at the identity provider, and repeat the request within 15 minutes.",
  },
  password_wrong: {
    status: 403,
    retryable: false,
    message: "The current password is wrong.",
    cure: "Check the password, or request a password reset with POST /v1/auth/forgot-password.",
  },
  payment_overdue: {
    status: 403,
    retryable: false,
    message: "The organization's payment is overdue.",
    cure: "Pay the open invoice.",
  },
  permission_missing: {
    status: 403,
    retryable: false,
    message: "The credential lacks a required permission.",
    cure: "Use a credential with the permission in `details.permission`.",
  },
  session_required: {
    status: 403,
    retryable: false,
    message: "This request requires the session of a person; API keys are not accepted.",
    cure: "Sign in and send the access token as Authorization: Bearer <token>.",
  },
  address_not_allowed: {
    status: 403,
    retryable: false,
    message: "The API key may not be used from this IP address.",
    cure: "Call from an IP address on the key's allowlist, or change the allowlist.",
  },
  outside_organization: {
    status: 403,
    retryable: false,
    message: "The resource belongs to another organization.",
    cure: "Use a credential of the organization that owns the resource.",
  },
  rate_limited: {
    status: 429,
    retryable: true,
    message: "The hourly rate limit of the plan is reached.",
    cure: "Wait for the seconds in Retry-After, then retry.",
  },

  mail_unreachable: {
    status: 503,
    retryable: true,
    message: "The mail server is unavailable or deferred the email.",
    cure: "Operators: check SMTP_URL. The email is sent when the mail server accepts it.",
  },
  mail_refused: {
    status: 502,
    retryable: false,
    message: "The mail server rejected the email.",
    cure: "Operators: find the email in the table `mails` and the rejection in the log of the mail server.",
  },
  email_unverified: {
    status: 403,
    retryable: false,
    message: "The email address is not verified.",
    cure: "Open the link in the confirmation email; register again to receive another email.",
  },
  mailed_token_invalid: {
    status: 400,
    retryable: false,
    message: "The link has expired or has already been used.",
    cure: "Request a new email.",
  },
  registration_closed: {
    status: 403,
    retryable: false,
    message: "Registration is disabled on this server.",
    cure: "Ask the operator of this service for an account.",
  },

  // Requests
  body_malformed: {
    status: 400,
    retryable: false,
    message: "The body is malformed.",
    cure: "Send a JSON object in UTF-8, or for a file a form with the file in the field `file`.",
  },
  body_too_large: {
    status: 413,
    retryable: false,
    message: "The body is too large.",
    cure: "Send at most `details.bodyBytesMax` bytes: 256 KiB, for a batch 4 MiB, without a credential 16 KiB.",
  },
  content_type_unsupported: {
    status: 415,
    retryable: false,
    message: "The content type is not supported.",
    cure: "Send Content-Type: application/json, or for a file multipart/form-data.",
  },
  parameters_invalid: {
    status: 400,
    retryable: false,
    message: "The path, query or headers are invalid.",
    cure: "Fix every problem in `errors`.",
  },
  request_invalid: {
    status: 422,
    retryable: false,
    message: "The request is invalid.",
    cure: "Fix every problem in `errors`.",
  },
  host_refused: {
    status: 421,
    retryable: false,
    message:
      "This server shows pages and keeps sessions in cookies under its public host name only.",
    cure: "Open the URL in `details.publicUrl`. Behind a reverse proxy, pass the name on in X-Forwarded-Host and set TRUST_PROXY=1.",
  },
  route_not_found: {
    status: 404,
    retryable: false,
    message: "The path does not exist.",
    cure: "See GET /v1/openapi.json for the paths of the API.",
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    message: "The path does not support this method.",
    cure: "Use a method from the Allow header.",
  },
  idempotency_in_flight: {
    status: 409,
    retryable: true,
    message: "A request with this idempotency key is in progress.",
    cure: "Retry in a moment; the retry returns the response of the first request.",
  },
  idempotency_mismatch: {
    status: 422,
    retryable: false,
    message: "The idempotency key was used with a different request.",
    cure: "Use a new idempotency key for each new request.",
  },
  precondition_failed: {
    status: 412,
    retryable: false,
    message: "The resource was modified by another request.",
    cure: "Fetch the resource again and retry with its ETag in If-Match.",
  },
  request_aborted: {
    status: 400,
    retryable: true,
    message: "The request ended before it was complete.",
    cure: "Send the request again.",
  },

  // Organizations and keys
  session_not_found: {
    status: 404,
    retryable: false,
    message: "The session does not exist.",
    cure: "List your sessions with GET /v1/account/sessions.",
  },
  api_key_not_found: {
    status: 404,
    retryable: false,
    message: "The API key was not found.",
    cure: "List the keys with GET /v1/api-keys.",
  },
  api_key_limit_reached: {
    status: 409,
    retryable: false,
    message: "The organization has reached its plan's limit of active API keys.",
    cure: "Revoke unused keys or change the plan; `details.limit` is the maximum.",
  },
  upload_link_invalid: {
    status: 404,
    retryable: false,
    message: "The upload URL is unknown, expired or already used.",
    cure: "Request another upload URL with the tool `add_file`.",
  },
  authorization_request_invalid: {
    status: 404,
    retryable: false,
    message:
      "The request to connect is unknown, expired or already decided, or belongs to another browser.",
    cure: "Start connecting again in the program.",
  },
  share_not_found: {
    status: 404,
    retryable: false,
    message: "The public link does not exist, or it has expired or been revoked.",
    cure: "List the links of the job with GET /app/jobs/{jobId}/shares, or create another one.",
  },
  share_limit_reached: {
    status: 409,
    retryable: false,
    message: "The job has reached the limit of public links.",
    cure: "Revoke a link; `details.limit` is the maximum.",
  },
  webhook_not_found: {
    status: 404,
    retryable: false,
    message: "The webhook does not exist.",
    cure: "List the webhooks with GET /v1/webhooks.",
  },
  webhook_limit_reached: {
    status: 409,
    retryable: false,
    message: "The organization has reached the limit of webhooks.",
    cure: "Delete a webhook; `details.limit` is the maximum.",
  },
  webhook_exists: {
    status: 409,
    retryable: false,
    message: "The organization already has a webhook that signs for the webhook URLs of jobs.",
    cure: "Use the webhook whose `url` is null in GET /v1/webhooks; rotate its secret to receive a new one.",
  },
  webhook_disabled: {
    status: 409,
    retryable: false,
    message: "The webhook is disabled.",
    cure: "Enable the webhook with PUT /v1/webhooks/{webhookId} first.",
  },
  webhook_for_jobs: {
    status: 409,
    retryable: false,
    message: "This webhook signs for the webhook URLs of jobs and has no URL.",
    cure: "Create a webhook with a URL: POST /v1/webhooks.",
  },
  delivery_not_found: {
    status: 404,
    retryable: false,
    message: "The delivery does not exist.",
    cure: "List the deliveries with GET /v1/webhooks/{webhookId}/deliveries; they are kept for 30 days.",
  },
  delivery_data_deleted: {
    status: 409,
    retryable: false,
    message: "The resource of the delivery was deleted, and the payload with it.",
    cure: "The delivery cannot be sent again.",
  },
  organization_not_found: {
    status: 404,
    retryable: false,
    message: "The organization does not exist.",
    cure: "List your organizations with GET /v1/organizations.",
  },
  organization_limit: {
    status: 409,
    retryable: false,
    message: "You have created the maximum number of organizations.",
    cure: "Use an existing organization; one account may create `details.limit`.",
  },
  member_not_found: {
    status: 404,
    retryable: false,
    message: "The member does not exist.",
    cure: "List the members of the organization.",
  },
  already_member: {
    status: 409,
    retryable: false,
    message: "The person is already a member.",
    cure: "Change the role of the member in `details.userId`.",
  },
  invitation_limit: {
    status: 409,
    retryable: false,
    message: "The organization has too many open invitations.",
    cure: "Withdraw an invitation; `details.limit` may be open at once.",
  },
  invitations_limited: {
    status: 429,
    retryable: true,
    message: "Too many invitations were sent within an hour.",
    cure: "Wait for the seconds in Retry-After, then retry.",
  },
  invitation_not_found: {
    status: 404,
    retryable: false,
    message: "The invitation does not exist.",
    cure: "List the open invitations of the organization.",
  },
  invitation_for_another: {
    status: 403,
    retryable: false,
    message: "The invitation is for another email address.",
    cure: "Sign in with the account of the invited email address.",
  },
  invitation_accepted: {
    status: 410,
    retryable: false,
    message: "The invitation has already been accepted.",
    cure: "List the members of the organization, or ask for a new invitation.",
  },
  invitation_withdrawn: {
    status: 410,
    retryable: false,
    message: "The invitation has been withdrawn.",
    cure: "Ask for a new invitation.",
  },
  invitation_expired: {
    status: 410,
    retryable: false,
    message: "The invitation has expired.",
    cure: "Ask for a new invitation.",
  },
  invitation_void: {
    status: 410,
    retryable: false,
    message: "The sender of the invitation may no longer invite.",
    cure: "Ask an owner or admin of the organization for a new invitation.",
  },
  last_owner: {
    status: 409,
    retryable: false,
    message: "The organization needs at least one owner.",
    cure: "Make another member an owner first.",
  },
  correction_too_large: {
    status: 409,
    retryable: false,
    message: "The correction exceeds the available credits.",
    cure: "Read the balance of the organization, and deduct at most the available credits.",
  },
  user_not_found: {
    status: 404,
    retryable: false,
    message: "The user does not exist.",
    cure: "Search for users with GET /v1/admin/users.",
  },
  self_change_refused: {
    status: 409,
    retryable: false,
    message: "Operators cannot suspend or demote themselves.",
    cure: "Ask another operator.",
  },
  user_closed: {
    status: 409,
    retryable: false,
    message: "The account is closed or closing.",
    cure: "A closed account cannot be reopened.",
  },
  organization_closed: {
    status: 409,
    retryable: false,
    message: "The organization is closed.",
    cure: "A closed organization cannot be reopened.",
  },
  budget_exceeded: {
    status: 402,
    retryable: false,
    message: "The organization's monthly budget is spent.",
    cure: "Raise the budget of the organization, or wait for the next month.",
  },
  spend_limit_reached: {
    status: 429,
    retryable: true,
    message: "The organization has reached its limit of credits an hour.",
    cure: "Retry in the next hour, or ask the operator for a higher limit; `details.limit` is the limit.",
  },
  key_limit_reached: {
    status: 402,
    retryable: false,
    message: "The credit limit of the API key is reached.",
    cure: "Raise the key's creditLimit, or wait for the next month.",
  },

  streams_limited: {
    status: 429,
    retryable: true,
    message: "The organization has too many open event streams and waiting requests.",
    cure: "Close unused streams, list the events without streaming, or read the job without Prefer: wait.",
  },

  // Resources
  job_not_found: {
    status: 404,
    retryable: false,
    message: "The job does not exist.",
    cure: "Check the id; list jobs with GET /v1/jobs.",
  },
  batch_not_found: {
    status: 404,
    retryable: false,
    message: "The batch does not exist.",
    cure: "Check the id; list batches with GET /v1/batches.",
  },
  batch_already_final: {
    status: 409,
    retryable: false,
    message: "Every item of the batch has already ended.",
    cure: "Read the batch for its outcome.",
  },
  output_not_found: {
    status: 404,
    retryable: false,
    message: "The output does not exist.",
    cure: "List the outputs of the job.",
  },
  output_expired: {
    status: 410,
    retryable: false,
    message: "The output is no longer stored.",
    cure: "Run the job again.",
  },
  asset_not_found: {
    status: 404,
    retryable: false,
    message: "The asset does not exist.",
    cure: "Check the id; list assets with GET /v1/assets, or upload the file.",
  },
  asset_expired: {
    status: 410,
    retryable: false,
    message: "The asset is no longer stored.",
    cure: "Upload the file again.",
  },
  asset_in_use: {
    status: 409,
    retryable: true,
    message: "The asset is in use by a job that has not ended.",
    cure: "Wait for the job in `details.jobId`, or cancel it.",
  },
  asset_invalid: {
    status: 422,
    retryable: false,
    message: "The file is not a supported image, video, audio file or 3D model.",
    cure: "Send the file's bytes in one of the formats of GET /v1/content-types.",
  },
  asset_too_large: {
    status: 413,
    retryable: false,
    message: "The file is larger than the plan allows.",
    cure: "Send a smaller file; `details.bytesMax` is the limit.",
  },
  asset_limit_reached: {
    status: 409,
    retryable: false,
    message: "The organization has reached its plan's limit of assets.",
    cure: "Delete assets that are no longer needed, or change the plan.",
  },
  callback_unknown: {
    status: 404,
    retryable: false,
    message: "No request matches this callback URL.",
    cure: "Providers: send the webhook to exactly the URL that the request contained.",
  },
  callback_signature_invalid: {
    status: 403,
    retryable: false,
    message: "The webhook's signature is invalid or older than five minutes.",
    cure: "Operators: check this provider's webhook secret in the settings, and the clock.",
  },
  signature_invalid: {
    status: 403,
    retryable: false,
    message: "The signed URL is invalid or has expired.",
    cure: "Read the job or asset again for a new URL.",
  },
  range_not_satisfiable: {
    status: 416,
    retryable: false,
    message: "The range is outside the file.",
    cure: "Request a range within the size in Content-Range.",
  },
  pipeline_not_found: {
    status: 404,
    retryable: false,
    message: "The pipeline does not exist.",
    cure: "List the pipelines with GET /v1/pipelines.",
  },
  pipeline_version_not_found: {
    status: 404,
    retryable: false,
    message: "The pipeline has no such version.",
    cure: "List the versions with GET /v1/pipelines/{pipelineId}/versions.",
  },
  pipeline_built_in: {
    status: 409,
    retryable: false,
    message: "Built-in pipelines cannot be changed.",
    cure: "Create a copy with POST /v1/pipelines and `from`, and change the copy.",
  },
  pipeline_archived: {
    status: 409,
    retryable: false,
    message: "The pipeline is archived.",
    cure: "Set `archived` to false with PUT /v1/pipelines/{pipelineId}.",
  },
  pipeline_limit_reached: {
    status: 409,
    retryable: false,
    message:
      "The organization has reached the limit of pipelines, or the pipeline that of versions.",
    cure: "Archive pipelines that are no longer needed; `details.limit` is the limit.",
  },
  run_limit_reached: {
    status: 409,
    retryable: false,
    message: "The organization has reached the plan's limit of runs in progress.",
    cure: "Wait until a run has ended, or cancel one; `details.limit` is the limit.",
  },
  job_limit_reached: {
    status: 429,
    retryable: true,
    message: "The organization has reached the plan's limit of unfinished jobs.",
    cure: "Wait until jobs have ended, or cancel some, then retry; `details.limit` is the limit.",
  },
  conversation_not_found: {
    status: 404,
    retryable: false,
    message: "The conversation does not exist.",
    cure: "List the conversations with GET /v1/conversations, or start one with conversationId: new.",
  },
  model_not_found: {
    status: 404,
    retryable: false,
    message: "The model does not exist.",
    cure: "List the models with GET /v1/models.",
  },
  provider_not_found: {
    status: 404,
    retryable: false,
    message: "The provider does not exist.",
    cure: "List the providers with GET /v1/providers.",
  },
  estimate_not_found: {
    status: 404,
    retryable: false,
    message: "The estimate does not exist.",
    cure: "Create an estimate with POST /v1/estimates.",
  },
  estimate_expired: {
    status: 410,
    retryable: false,
    message: "The estimate has expired.",
    cure: "Create a new estimate with POST /v1/estimates; an estimate is valid for 15 minutes.",
  },
  estimate_mismatch: {
    status: 422,
    retryable: false,
    message: "The estimate was made for a different request.",
    cure: "Send the estimated request, or create an estimate of this request.",
  },
  still_running: {
    status: 504,
    retryable: true,
    message: "The job is still running.",
    cure: "Send the same request again: its response waits for the same job. Or read the job with GET /v1/jobs/{jobId}.",
  },
  job_not_final: {
    status: 409,
    retryable: false,
    message: "The job has not ended.",
    cure: "Wait until the job ends, or cancel it first.",
  },
  job_in_use: {
    status: 409,
    retryable: false,
    message: "A run of a pipeline that has not ended uses the job.",
    cure: "Wait until the run in `details.runId` ends, or cancel it first.",
  },
  resume_mismatch: {
    status: 422,
    retryable: false,
    message: "The job is not a run of this pipeline.",
    cure: "Send the id of a run of this pipeline as resumeFrom.",
  },
  input_gone: {
    status: 410,
    retryable: false,
    message: "An input of the job is no longer stored.",
    cure: "Send a new request with the input.",
  },
  request_gone: {
    status: 410,
    retryable: false,
    message: "The request of the job is no longer stored.",
    cure: "Send a new request. `redactedAt` of the job says when its text was removed.",
  },
  job_already_final: {
    status: 409,
    retryable: false,
    message: "The job has already ended.",
    cure: "Read the job for its outcome.",
  },

  // Routing and billing
  provider_not_configured: {
    status: 422,
    retryable: false,
    message: "The provider has no API key on this server.",
    cure: "Set the variable in `details.setting`, add your organization's key for the provider, or choose another model.",
  },
  provider_not_available: {
    status: 503,
    retryable: true,
    message: "The provider is unavailable.",
    cure: "Retry later, or choose another model.",
  },
  model_not_available: {
    status: 422,
    retryable: false,
    message: "The model is unavailable.",
    cure: "Choose another model; see `details` for the reason.",
  },
  model_lacks_capability: {
    status: 422,
    retryable: false,
    message: "The model does not support this capability.",
    cure: "Choose a model that supports it: GET /v1/models?capability=…",
  },
  no_model_available: {
    status: 422,
    retryable: false,
    message: "No configured model supports this capability.",
    cure: "Configure a provider that supports it; `details.settings` names the variables.",
  },
  parameter_not_supported: {
    status: 422,
    retryable: false,
    message: "The model does not support a parameter or its value.",
    cure: "See `errors`; omit the parameter or choose another model.",
  },
  input_missing: {
    status: 422,
    retryable: false,
    message: "The capability requires an input that was not attached.",
    cure: "Attach the inputs in `details.missing`.",
  },
  input_invalid: {
    status: 422,
    retryable: false,
    message: "An input cannot be read.",
    cure: "Check that the URL is public and that the file has the stated kind.",
  },
  input_too_large: {
    status: 422,
    retryable: false,
    message: "An input is too large.",
    cure: "Send a smaller file.",
  },
  input_address_refused: {
    status: 422,
    retryable: false,
    message: "The URL of the input may not be fetched.",
    cure: "Use a public http or https URL.",
  },
  price_over_limit: {
    status: 422,
    retryable: false,
    message: "The price of the generation exceeds the limit.",
    cure: "Raise maxCredits, or request a smaller generation.",
  },
  insufficient_credits: {
    status: 402,
    retryable: false,
    message: "The organization has too few credits for this generation.",
    cure: "Wait for the next period, or ask the operator for credits.",
  },
  intent_unsupported: {
    status: 422,
    retryable: false,
    message: "The message does not request a supported generation.",
    cure: "Request an image, a video, audio or a 3D model.",
  },

  // Provider errors
  provider_rate_limited: {
    status: 503,
    retryable: true,
    message: "The provider is rate-limiting the platform.",
    cure: "The engine waits and retries.",
  },
  provider_overloaded: {
    status: 503,
    retryable: true,
    message: "The provider is overloaded.",
    cure: "The engine waits and retries.",
  },
  provider_unreachable: {
    status: 503,
    retryable: true,
    message: "The provider cannot be reached.",
    cure: "The engine waits and retries.",
  },
  provider_outcome_unknown: {
    status: 502,
    retryable: false,
    message: "The provider's response was lost.",
    cure: "The engine checks with the provider before it sends the request again.",
  },
  submission_unknown: {
    status: 502,
    retryable: false,
    message: "The engine could not determine whether the provider accepted the request.",
    cure: "Nothing was charged; run the job again.",
  },
  run_terminated: {
    status: 500,
    retryable: true,
    message: "An operator terminated the job before a request was sent to a provider.",
    cure: "Nothing was charged; run the job again.",
  },
  provider_rejected: {
    status: 422,
    retryable: false,
    message: "The provider rejected the request as invalid.",
    cure: "Change the request as the provider's message requires.",
  },
  content_refused: {
    status: 422,
    retryable: false,
    message: "The provider rejected the content for safety.",
    cure: "Change the request.",
  },
  content_blocked: {
    status: 422,
    retryable: false,
    message: "The content is not allowed here. Nothing is charged.",
    cure: "Change the fields in `errors`; each names its reason.",
  },
  report_not_found: {
    status: 404,
    retryable: false,
    message: "The report does not exist.",
    cure: "List reports with GET /app/admin/reports.",
  },
  report_decided: {
    status: 409,
    retryable: false,
    message: "Another operator has decided about this report.",
    cure: "Fetch the list again and read the decision.",
  },
  quarantined_file_not_found: {
    status: 404,
    retryable: false,
    message: "The quarantined file does not exist.",
    cure: "List files with GET /app/admin/quarantined-files.",
  },
  legal_hold: {
    status: 409,
    retryable: false,
    message: "The file is under legal hold.",
    cure: "End the hold first, when a lawyer or an authority has released the file.",
  },
  quarantine_ended: {
    status: 409,
    retryable: false,
    message: "The file is no longer in quarantine, or it has no place to return to.",
    cure: "Fetch the list again. A file without an output of a kept job can only be deleted.",
  },
  offer_not_found: {
    status: 404,
    retryable: false,
    message: "This server does not sell this plan or pack of credits.",
    cure: "Choose one of the plans and packs that GET /app/billing lists.",
  },
  subscription_exists: {
    status: 409,
    retryable: false,
    message: "The organization has a subscription already.",
    cure: "Change its plan with POST /app/billing/plan.",
  },
  subscription_missing: {
    status: 409,
    retryable: false,
    message: "The organization has no subscription or payment yet.",
    cure: "Start one with POST /app/billing/checkout.",
  },
  billing_unavailable: {
    status: 503,
    retryable: true,
    message: "The payment service is unavailable.",
    cure: "Retry in a moment. Operators: check STRIPE_SECRET_KEY and the status page of Stripe.",
  },
  moderation_unavailable: {
    status: 503,
    retryable: true,
    message: "The moderation service is unavailable.",
    cure: "The job waits for the service. Operators: check MODERATION_URL.",
  },
  provider_credential_invalid: {
    status: 502,
    retryable: false,
    message: "The provider rejected the platform's key.",
    cure: "The operator must check the provider's key.",
  },
  provider_balance_empty: {
    status: 502,
    retryable: false,
    message: "The platform's balance at the provider is empty.",
    cure: "Choose another provider until the operator adds funds.",
  },
  own_key_unusable: {
    status: 422,
    retryable: false,
    message: "The organization-provided key for this provider cannot be used.",
    cure: "Replace or remove the key: providerKeys of PUT /v1/organizations/{orgId}.",
  },
  own_key_balance_empty: {
    status: 422,
    retryable: false,
    message: "The provider account of the organization-provided key has no balance.",
    cure: "Add funds at the provider, or remove the key: providerKeys of PUT /v1/organizations/{orgId}.",
  },
  own_key_lacks_model: {
    status: 422,
    retryable: false,
    message: "The organization-provided key has no access to the model.",
    cure: "Enable the model at the provider, or choose another model.",
  },
  own_key_rate_limited: {
    status: 503,
    retryable: true,
    message: "The provider is rate-limiting the organization-provided key.",
    cure: "The engine waits and retries.",
  },
  provider_failed: {
    status: 502,
    retryable: false,
    message: "The provider failed to generate the result.",
    cure: "Run the job again, or choose another model.",
  },
  call_failed: {
    status: 502,
    retryable: false,
    message: "No server accepted the call of the pipeline's step.",
    cure: "List the deliveries of the webhook, then resume the run.",
  },
  step_timed_out: {
    status: 504,
    retryable: false,
    message: "The step of the pipeline did not finish in time.",
    cure: "Raise timeoutSeconds of the step in `details.step`, or resume the run.",
  },
  run_stuck: {
    status: 500,
    retryable: false,
    message: "The run of the pipeline could not proceed because of an error of the engine.",
    cure: "Resume the run; it reuses what was made, and only the rest is paid. Unspent credits are released.",
  },
  run_timed_out: {
    status: 504,
    retryable: false,
    message: "The run of the pipeline did not finish in time.",
    cure: "Resume the run; it reuses what was made. Raise limits.timeoutSeconds of the pipeline.",
  },
  step_canceled: {
    status: 409,
    retryable: false,
    message: "The job of a step was canceled.",
    cure: "Resume the run; it starts the step again.",
  },
  expression_failed: {
    status: 422,
    retryable: false,
    message: "An expression of the pipeline has no value.",
    cure: "Correct the expression of the step in `details.step`, and resume the run.",
  },
  too_many_items: {
    status: 422,
    retryable: false,
    message: "The list of a map has more items than maxItems.",
    cure: "Shorten the list, or raise maxItems of the step in `details.step`.",
  },
  value_too_large: {
    status: 422,
    retryable: false,
    message: "A value in the pipeline is too large.",
    cure: "Use smaller values: at most 20,000 characters of text, 64 KiB as JSON, and for a list 1,000 items and 1 MiB in all.",
  },
  provider_timeout: {
    status: 504,
    retryable: false,
    message: "The provider did not finish in time.",
    cure: "Run the job again, or choose another model.",
  },
  provider_response_invalid: {
    status: 502,
    retryable: false,
    message: "The provider's response is invalid.",
    cure: "The operator must check the adapter.",
  },
  provider_result_expired: {
    status: 502,
    retryable: true,
    message: "The provider's result URL has expired.",
    cure: "The engine requests a new URL.",
  },
  output_too_large: {
    status: 502,
    retryable: false,
    message: "The result exceeds the size limit.",
    cure: "Request a smaller generation.",
  },
  output_invalid: {
    status: 502,
    retryable: false,
    message: "The result is not a file of the expected type.",
    cure: "Run the job again, or choose another model.",
  },

  // The engine itself
  overloaded: {
    status: 503,
    retryable: true,
    message: "The server is overloaded.",
    cure: "Wait for the seconds in Retry-After, then retry.",
  },
  unavailable: {
    status: 503,
    retryable: true,
    message: "A part of the engine is unavailable.",
    cure: "Retry in a moment.",
  },
  internal: {
    status: 500,
    retryable: true,
    message: "An internal error occurred.",
    cure: "Retry; if the error persists, report the request id.",
  },
} as const satisfies Record<string, ErrorRule>;

export type ErrorCode = keyof typeof errorCatalog;

export function isErrorCode(word: string): word is ErrorCode {
  return Object.hasOwn(errorCatalog, word);
}

/**
 * One problem of a request. The pointer is a JSON pointer into the body, or `query/…`, `path/…`, `header/…`.
 */
export interface Issue {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** Describes an issue in one sentence: "parameters.width: The model takes at most 2048." */
export function describeIssue({ pointer, message }: Issue): string {
  const [place = "", ...names] = pointer.split("/");
  const name = names.map((word) => word.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
  const subject = [place, name].filter((word) => word !== "").join(" ");
  return subject === "" ? message : `${subject}: ${message}`;
}

/** The only error class. Temporal and HTTP carry the code over their boundaries, never the class. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  /** Visible to the client. Private information belongs in `cause`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** All problems of an invalid request. */
  readonly issues: readonly Issue[];

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      details?: Record<string, unknown>;
      issues?: readonly Issue[];
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? errorCatalog[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
    this.issues = options.issues ?? [];
  }
}
