interface ErrorRule {
  readonly status: number;
  /** True when the same request may succeed later without a change by the caller. */
  readonly retryable: boolean;
  readonly message: string;
  /** What the caller can do about it. Published in the error documentation. */
  readonly cure: string;
}

/** All errors that callers and operators can receive. The code is the contract; the text may change. */
export const errorCatalog = {
  // Credentials and access
  credential_missing: {
    status: 401,
    retryable: false,
    message: "No credential was sent.",
    cure: "Send the header X-API-Key with an API key.",
  },
  credential_malformed: {
    status: 401,
    retryable: false,
    message: "The credential is not in the right format.",
    cure: "Send X-API-Key: gme_… or Authorization: Bearer <token>.",
  },
  api_key_unknown: {
    status: 401,
    retryable: false,
    message: "No such API key.",
    cure: "Check the key for typing errors or create a new one.",
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
    message: "The access token is not valid.",
    cure: "Sign in again with POST /v1/auth/login.",
  },
  token_expired: {
    status: 401,
    retryable: false,
    message: "The access token has expired.",
    cure: "Get a new one with POST /v1/auth/refresh.",
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
    message: "The refresh token is not valid.",
    cure: "Sign in again with POST /v1/auth/login.",
  },
  sign_in_failed: {
    status: 401,
    retryable: false,
    message: "Address or password is wrong.",
    cure: "Check the address and the password.",
  },
  sign_in_limited: {
    status: 429,
    retryable: true,
    message: "Too many tries to sign in.",
    cure: "Wait for the seconds in Retry-After, or sign in from an address that you have signed in from before.",
  },
  frontend_address_refused: {
    status: 400,
    retryable: false,
    message: "Tokens are not delivered to this address.",
    cure: "Send a state that is, letter by letter, one of the front-end addresses of this service.",
  },
  sign_in_method_unconfigured: {
    status: 501,
    retryable: false,
    message: "This way to sign in is not set up here.",
    cure: "Sign in another way, or ask the operator to set it up; `details.setting` names what is missing.",
  },
  sign_in_attempt_invalid: {
    status: 400,
    retryable: false,
    message: "No sign-in that was started in this browser waits for this answer.",
    cure: "Start again. A sign-in ends in the browser that it began in, within ten minutes, and once.",
  },
  sign_in_denied: {
    status: 403,
    retryable: false,
    message: "The sign-in was not agreed to at the identity provider.",
    cure: "Start again and agree, or sign in another way.",
  },
  identity_unverifiable: {
    status: 502,
    retryable: false,
    message: "The identity provider's answer does not prove who you are.",
    cure: "Start again; if it stays, the operator must check the settings of the identity provider.",
  },
  identity_email_unverified: {
    status: 403,
    retryable: false,
    message: "The identity provider knows no verified mail address of yours.",
    cure: "Verify your primary address there, then start again.",
  },
  identity_provider_unavailable: {
    status: 503,
    retryable: true,
    message: "The identity provider cannot be reached.",
    cure: "Try again in a moment, or sign in another way.",
  },
  credentials_conflict: {
    status: 400,
    retryable: false,
    message: "Two credentials were sent.",
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
    cure: "Keep it with PUT /v1/account and status active, before the day in closesAt.",
  },
  recent_sign_in_required: {
    status: 403,
    retryable: false,
    message: "This needs a sign-in of the last minutes.",
    cure: "Sign in again with POST /v1/auth/login or at the identity provider, and repeat it.",
  },
  password_wrong: {
    status: 403,
    retryable: false,
    message: "The current password is wrong.",
    cure: "Check it, or ask for a new one with POST /v1/auth/forgot-password.",
  },
  payment_overdue: {
    status: 403,
    retryable: false,
    message: "The organization's payment is overdue.",
    cure: "Settle the open invoice.",
  },
  permission_missing: {
    status: 403,
    retryable: false,
    message: "The credential lacks the required permission.",
    cure: "Use a key with the permission that `details.permission` names.",
  },
  session_required: {
    status: 403,
    retryable: false,
    message: "Only a person who has signed in may do this.",
    cure: "Sign in and send the access token as Authorization: Bearer <token>.",
  },
  address_not_allowed: {
    status: 403,
    retryable: false,
    message: "The key may not be used from this address.",
    cure: "Call from an address on the key's list, or change the list.",
  },
  outside_organization: {
    status: 403,
    retryable: false,
    message: "The resource belongs to another organization.",
    cure: "Use a credential of the organization that owns it.",
  },
  rate_limited: {
    status: 429,
    retryable: true,
    message: "The hourly limit of the plan is reached.",
    cure: "Wait for the seconds in Retry-After, then go on.",
  },

  mail_unreachable: {
    status: 503,
    retryable: true,
    message: "The mail server does not answer, or asks to come back later.",
    cure: "Operators: check SMTP_URL; the mail is sent as soon as the server takes it.",
  },
  mail_refused: {
    status: 502,
    retryable: false,
    message: "The mail server refused the mail.",
    cure: "Operators: look up the mail in the table `mails` and the answer in the log of the mail server.",
  },
  email_unverified: {
    status: 403,
    retryable: false,
    message: "Your address is not verified yet.",
    cure: "Open the link in the mail that came after registering; registering again sends another.",
  },
  mailed_token_invalid: {
    status: 400,
    retryable: false,
    message: "The link has expired or was used already.",
    cure: "Ask for a new mail.",
  },
  registration_closed: {
    status: 403,
    retryable: false,
    message: "Nobody can register here.",
    cure: "Ask the operator of this service for an account.",
  },

  // Requests
  body_malformed: {
    status: 400,
    retryable: false,
    message: "The body is not valid JSON.",
    cure: "Send a JSON object in UTF-8.",
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
    cure: "Send Content-Type: application/json.",
  },
  parameters_invalid: {
    status: 400,
    retryable: false,
    message: "The path, query or headers are not valid.",
    cure: "See `errors`, which names every problem.",
  },
  request_invalid: {
    status: 422,
    retryable: false,
    message: "The request is not valid.",
    cure: "See `errors`, which names every problem.",
  },
  route_not_found: {
    status: 404,
    retryable: false,
    message: "No such path.",
    cure: "See GET /v1/openapi.json for the paths that exist.",
  },
  method_not_allowed: {
    status: 405,
    retryable: false,
    message: "The path does not take this method.",
    cure: "Use a method of the Allow header.",
  },
  idempotency_in_flight: {
    status: 409,
    retryable: true,
    message: "A request with this idempotency key is still running.",
    cure: "Repeat it in a moment; the answer will be the same.",
  },
  idempotency_mismatch: {
    status: 422,
    retryable: false,
    message: "The idempotency key was used with another request.",
    cure: "Use a new key for a new request.",
  },
  precondition_failed: {
    status: 412,
    retryable: false,
    message: "Somebody else has changed it meanwhile.",
    cure: "Read it again, and send the change with the new ETag in If-Match.",
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
    message: "You have no such session.",
    cure: "List yours with GET /v1/account/sessions.",
  },
  api_key_not_found: {
    status: 404,
    retryable: false,
    message: "There is no API key with this id.",
    cure: "List the keys with GET /v1/api-keys.",
  },
  api_key_limit_reached: {
    status: 409,
    retryable: false,
    message: "The organization has as many active API keys as its plan allows.",
    cure: "Revoke keys that are no longer used, or change the plan; `details.limit` may be active at once.",
  },
  webhook_not_found: {
    status: 404,
    retryable: false,
    message: "No such webhook.",
    cure: "List yours with GET /v1/webhooks.",
  },
  webhook_limit_reached: {
    status: 409,
    retryable: false,
    message: "The organization has as many webhooks as it may have.",
    cure: "Delete one; `details.limit` may be there at once.",
  },
  webhook_exists: {
    status: 409,
    retryable: false,
    message: "The organization has the webhook that signs for addresses that come with jobs.",
    cure: "It is the one of GET /v1/webhooks whose url is null; a rotation gives it a new secret.",
  },
  webhook_disabled: {
    status: 409,
    retryable: false,
    message: "The webhook is disabled.",
    cure: "Enable it with PUT /v1/webhooks/{webhookId} first.",
  },
  webhook_for_jobs: {
    status: 409,
    retryable: false,
    message: "This webhook signs for addresses that come with jobs and has none of its own.",
    cure: "Make a webhook with an address by POST /v1/webhooks.",
  },
  delivery_not_found: {
    status: 404,
    retryable: false,
    message: "No such delivery.",
    cure: "List them with GET /v1/webhooks/{webhookId}/deliveries; they are kept for 30 days.",
  },
  delivery_data_deleted: {
    status: 409,
    retryable: false,
    message: "What the delivery tells of was deleted, and with it what it says.",
    cure: "Nothing is left to be sent.",
  },
  organization_not_found: {
    status: 404,
    retryable: false,
    message: "No such organization.",
    cure: "List yours with GET /v1/organizations.",
  },
  organization_limit: {
    status: 409,
    retryable: false,
    message: "Nobody owns more organizations than the limit in `details.limit`.",
    cure: "Leave one, or make another member its owner.",
  },
  member_not_found: {
    status: 404,
    retryable: false,
    message: "No such member.",
    cure: "List the members of the organization.",
  },
  already_member: {
    status: 409,
    retryable: false,
    message: "The person is a member already.",
    cure: "Change the role of the member that `details.userId` names.",
  },
  invitation_limit: {
    status: 409,
    retryable: false,
    message: "Too many invitations wait for an answer.",
    cure: "Withdraw some; `details.limit` may wait at once.",
  },
  invitations_limited: {
    status: 429,
    retryable: true,
    message: "Too many invitations were mailed within an hour.",
    cure: "Wait for the seconds in Retry-After.",
  },
  invitation_not_found: {
    status: 404,
    retryable: false,
    message: "No such invitation.",
    cure: "List the open ones of the organization.",
  },
  invitation_for_another: {
    status: 403,
    retryable: false,
    message: "The invitation is for another address.",
    cure: "Sign in with the account of the address that it was sent to.",
  },
  invitation_accepted: {
    status: 410,
    retryable: false,
    message: "The invitation was accepted already.",
    cure: "Ask for a new one, or look among the members.",
  },
  invitation_withdrawn: {
    status: 410,
    retryable: false,
    message: "The invitation was withdrawn.",
    cure: "Ask for a new one.",
  },
  invitation_expired: {
    status: 410,
    retryable: false,
    message: "The invitation has expired.",
    cure: "Ask for a new one.",
  },
  invitation_void: {
    status: 410,
    retryable: false,
    message: "Who sent the invitation may not invite any more.",
    cure: "Ask somebody of the organization for a new one.",
  },
  last_owner: {
    status: 409,
    retryable: false,
    message: "An organization keeps at least one owner.",
    cure: "Make another member an owner first.",
  },
  correction_too_large: {
    status: 409,
    retryable: false,
    message: "Fewer credits are available than the correction takes.",
    cure: "Read the balance of the organization, and take no more than is available.",
  },
  user_not_found: {
    status: 404,
    retryable: false,
    message: "No such user.",
    cure: "Search for users with GET /v1/admin/users.",
  },
  self_change_refused: {
    status: 409,
    retryable: false,
    message: "Operators do not suspend or demote themselves.",
    cure: "Ask another operator.",
  },
  user_closed: {
    status: 409,
    retryable: false,
    message: "The account is closed, or about to be.",
    cure: "Leave it: a closed account is not opened again.",
  },
  organization_closed: {
    status: 409,
    retryable: false,
    message: "The organization is closed.",
    cure: "Leave it: a closed organization is not opened again.",
  },
  budget_exceeded: {
    status: 402,
    retryable: false,
    message: "The organization's budget of the month is spent.",
    cure: "Raise the budget of the organization, or wait for the next month.",
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
    message: "As many event streams and waiting requests are open as the organization may have.",
    cure: "Close streams that are not read, ask for the list of events, or read the job without Prefer: wait.",
  },

  // Resources
  job_not_found: {
    status: 404,
    retryable: false,
    message: "No such job.",
    cure: "Check the identifier; list jobs with GET /v1/jobs.",
  },
  batch_not_found: {
    status: 404,
    retryable: false,
    message: "No such batch.",
    cure: "Check the identifier; list batches with GET /v1/batches.",
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
    message: "No such output.",
    cure: "List the outputs of the job.",
  },
  output_expired: {
    status: 410,
    retryable: false,
    message: "The output is no longer kept.",
    cure: "Run the job again.",
  },
  asset_not_found: {
    status: 404,
    retryable: false,
    message: "No such asset.",
    cure: "Check the identifier; list assets with GET /v1/assets, or upload the file.",
  },
  asset_expired: {
    status: 410,
    retryable: false,
    message: "The asset is no longer kept.",
    cure: "Upload the file again.",
  },
  asset_in_use: {
    status: 409,
    retryable: true,
    message: "A job that has not ended needs the asset.",
    cure: "Wait for the job in `details.jobId`, or cancel it.",
  },
  asset_invalid: {
    status: 422,
    retryable: false,
    message: "The file is no image, video, sound or 3D model that is known here.",
    cure: "Send the file itself in one of the formats of GET /v1/content-types.",
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
    message: "The organization keeps as many assets as its plan allows.",
    cure: "Delete assets that are no longer needed, or change the plan.",
  },
  callback_unknown: {
    status: 404,
    retryable: false,
    message: "No request of ours waits for word at this address.",
    cure: "For providers: send to the address that came with the request, letter by letter.",
  },
  callback_signature_invalid: {
    status: 403,
    retryable: false,
    message: "The signature of the webhook is not right, or older than five minutes.",
    cure: "Operators: check the webhook secret of this provider in the settings, and the clock.",
  },
  signature_invalid: {
    status: 403,
    retryable: false,
    message: "The signed address is not valid or has expired.",
    cure: "Read the job again for a fresh address.",
  },
  range_not_satisfiable: {
    status: 416,
    retryable: false,
    message: "The range lies outside the file.",
    cure: "Ask for a range within the size in Content-Range.",
  },
  model_not_found: {
    status: 404,
    retryable: false,
    message: "No such model.",
    cure: "List the models with GET /v1/models.",
  },
  provider_not_found: {
    status: 404,
    retryable: false,
    message: "No such provider.",
    cure: "List the providers with GET /v1/providers.",
  },
  estimate_not_found: {
    status: 404,
    retryable: false,
    message: "No such estimate.",
    cure: "Ask for one with POST /v1/estimates.",
  },
  estimate_expired: {
    status: 410,
    retryable: false,
    message: "The estimate has expired.",
    cure: "Ask for a new one with POST /v1/estimates; it holds for 15 minutes.",
  },
  estimate_mismatch: {
    status: 422,
    retryable: false,
    message: "The estimate was made for another request.",
    cure: "Send the request that was estimated, or ask for an estimate of this one.",
  },
  job_not_final: {
    status: 409,
    retryable: false,
    message: "The job has not ended.",
    cure: "Wait for its end, or cancel it first.",
  },
  input_gone: {
    status: 410,
    retryable: false,
    message: "An input of the job is no longer kept.",
    cure: "Send a new request with the input.",
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
    message: "The provider has no key here.",
    cure: "Set the variable that `details.setting` names, give your organization a key of its own, or choose another model.",
  },
  provider_not_available: {
    status: 503,
    retryable: true,
    message: "The provider is not available.",
    cure: "Try later, or choose another model.",
  },
  model_not_available: {
    status: 422,
    retryable: false,
    message: "The model cannot be used.",
    cure: "Choose another model; `details` says why.",
  },
  model_lacks_capability: {
    status: 422,
    retryable: false,
    message: "The model does not have this capability.",
    cure: "Choose one of the models with it: GET /v1/models?capability=…",
  },
  no_model_available: {
    status: 422,
    retryable: false,
    message: "No configured model has this capability.",
    cure: "Configure a provider that has it; `details.settings` names the variables.",
  },
  parameter_not_supported: {
    status: 422,
    retryable: false,
    message: "The model does not take a parameter or its value.",
    cure: "See `errors`; leave the parameter out or choose another model.",
  },
  input_missing: {
    status: 422,
    retryable: false,
    message: "The capability needs an input that was not attached.",
    cure: "Attach what `details.missing` names.",
  },
  input_invalid: {
    status: 422,
    retryable: false,
    message: "An input cannot be read.",
    cure: "Check that the address is public and the file is of the stated kind.",
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
    message: "The input's address may not be fetched.",
    cure: "Use a public http or https address.",
  },
  price_over_limit: {
    status: 422,
    retryable: false,
    message: "The generation would cost more than the limit.",
    cure: "Raise maxCredits, or ask for something smaller.",
  },
  insufficient_credits: {
    status: 402,
    retryable: false,
    message: "Not enough credits for this generation.",
    cure: "Wait for the next period or ask for a grant.",
  },
  intent_unsupported: {
    status: 422,
    retryable: false,
    message: "The message does not ask for something that can be generated.",
    cure: "Ask for an image, a video, audio or a 3D model.",
  },

  // Provider errors
  provider_rate_limited: {
    status: 503,
    retryable: true,
    message: "The provider is limiting our requests.",
    cure: "The engine waits and tries again.",
  },
  provider_overloaded: {
    status: 503,
    retryable: true,
    message: "The provider is overloaded.",
    cure: "The engine waits and tries again.",
  },
  provider_unreachable: {
    status: 503,
    retryable: true,
    message: "The provider cannot be reached.",
    cure: "The engine waits and tries again.",
  },
  provider_outcome_unknown: {
    status: 502,
    retryable: false,
    message: "The provider's answer was lost.",
    cure: "The engine asks the provider before anything is sent again.",
  },
  submission_unknown: {
    status: 502,
    retryable: false,
    message: "It could not be found out whether the provider took the request.",
    cure: "Nothing was charged; run the job again if you want to.",
  },
  run_terminated: {
    status: 500,
    retryable: true,
    message: "An operator has ended the job before anything was sent to a provider.",
    cure: "Nothing was charged; run the job again if you want to.",
  },
  provider_rejected: {
    status: 422,
    retryable: false,
    message: "The provider refused the request as invalid.",
    cure: "Change the request; `details.reason` has the provider's words.",
  },
  content_refused: {
    status: 422,
    retryable: false,
    message: "The provider refused the content for safety.",
    cure: "Change the request.",
  },
  provider_credential_invalid: {
    status: 502,
    retryable: false,
    message: "The provider refused our key.",
    cure: "The operator must check the provider's key.",
  },
  provider_balance_empty: {
    status: 502,
    retryable: false,
    message: "Our balance at the provider is used up.",
    cure: "The operator must top it up; choose another provider meanwhile.",
  },
  own_key_unusable: {
    status: 422,
    retryable: false,
    message: "Your organization's own key of the provider cannot be used.",
    cure: "Replace or remove it: providerKeys of PUT /v1/organizations/{orgId}.",
  },
  own_key_balance_empty: {
    status: 422,
    retryable: false,
    message: "The account of your organization's own key has no balance at the provider.",
    cure: "Top it up at the provider, or remove the key: providerKeys of PUT /v1/organizations/{orgId}.",
  },
  own_key_lacks_model: {
    status: 422,
    retryable: false,
    message: "The provider does not offer the model to your organization's own key.",
    cure: "Have it enabled at the provider, or choose another model.",
  },
  own_key_rate_limited: {
    status: 503,
    retryable: true,
    message: "The provider is limiting the requests of your organization's own key.",
    cure: "The engine waits and tries again.",
  },
  provider_failed: {
    status: 502,
    retryable: false,
    message: "The provider failed to make the result.",
    cure: "Run the job again or choose another model.",
  },
  provider_timeout: {
    status: 504,
    retryable: false,
    message: "The provider did not finish in time.",
    cure: "Run the job again or choose another model.",
  },
  provider_response_invalid: {
    status: 502,
    retryable: false,
    message: "The provider's answer could not be understood.",
    cure: "The operator must check the adapter.",
  },
  provider_result_expired: {
    status: 502,
    retryable: true,
    message: "The provider's result address has expired.",
    cure: "The engine asks for a fresh one.",
  },
  output_too_large: {
    status: 502,
    retryable: false,
    message: "The result is larger than what is stored.",
    cure: "Ask for something smaller.",
  },
  output_invalid: {
    status: 502,
    retryable: false,
    message: "The result is not of the promised kind.",
    cure: "Run the job again or choose another model.",
  },

  // The engine itself
  overloaded: {
    status: 503,
    retryable: true,
    message: "Too much work is waiting.",
    cure: "Wait for the seconds in Retry-After.",
  },
  unavailable: {
    status: 503,
    retryable: true,
    message: "A part of the engine cannot be reached.",
    cure: "Try again in a moment.",
  },
  internal: {
    status: 500,
    retryable: true,
    message: "Something went wrong on our side.",
    cure: "Try again; if it stays, report the request id.",
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
