import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import { type PresentedJob, presentLinks } from "#api/present/job.ts";
import { presentOneJob } from "#api/present/jobs.ts";
import { waitForJob } from "#api/streams/wait-for-job.ts";
import type { Caller } from "#db/caller.ts";
import type { JobRequest } from "#db/entities/job.ts";
import type { EstimatedRequest } from "#db/jobs/estimates.ts";
import { findJob, findReplay, type NewJob } from "#db/jobs/jobs.ts";
import { ensureJobsWebhook } from "#db/webhooks/webhooks.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { JobSource } from "#domain/jobs/job.ts";
import { generationOf } from "#domain/requests/generation-of.ts";
import type { Intent } from "#domain/requests/intent.ts";

import { bindEstimate } from "./bind-estimate.ts";
import { checkInputUrls } from "./check-input-urls.ts";
import { checkWebhookUrl } from "./check-webhook-url.ts";
import {
  checkAssets,
  checkNames,
  chooseForRequest,
  type DecidableRequest,
  listNamedAssets,
  toChoice,
} from "./decide-request.ts";

export type AcceptedJob = Pick<PresentedJob, "jobId" | "status" | "links"> & Partial<PresentedJob>;

export interface Acceptance {
  readonly source: JobSource;
  readonly endpoint: string;
  readonly request: JobRequest;
  /** Intent that is already known; the message is not parsed again. */
  readonly intent?: Intent | null;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Accepts a job. Decides inputs, model, parameters and price now wherever possible, so that the caller learns
 * of a mistake from the response and not from a failed job. When the intent of a message is still to be
 * parsed, the workflow decides later, unless an estimate binds the request. A replayed idempotency key
 * returns the job of the first request, whatever the catalog and the balance are today.
 */
export async function acceptJob(
  { source, endpoint, request, intent = null, metadata }: Acceptance,
  input: RouteInput<unknown, unknown, unknown>,
  dependencies: RequestDependencies,
): Promise<AcceptedJob> {
  const { caller } = input;
  const idempotency = input.idempotency === null ? null : { endpoint, ...input.idempotency };
  const known = idempotency === null ? null : await findKnown(dependencies, caller, idempotency);
  if (known !== null) return answer(known, true, input, dependencies);

  dependencies.refuseWhenOverloaded();
  const isDecided = !request.parseIntent || intent !== null;
  await validateWebhookTarget(request, caller, dependencies);
  // A retry reads the stored copies of its first job's inputs.
  if (request.retryOf === undefined) {
    checkInputUrls(request.inputs, dependencies.settings, dependencies.now());
  }
  const assets = await listNamedAssets([request], dependencies.em.fork());
  const inputs = checkAssets(request, caller, assets);
  const estimated = await bindEstimate({ request, inputs }, caller, dependencies);
  const decided =
    estimated ?? (isDecided ? await decideNow({ request, inputs, intent }, dependencies) : null);
  if (decided === null) await checkNames(request, dependencies);

  const { jobId, replayed } = await dependencies.accept({
    organizationId: caller.organizationId,
    accountId: caller.accountId,
    apiKeyId: caller.apiKeyId,
    source,
    request,
    ...(decided ?? undecided),
    metadata,
    idempotency,
  });
  dependencies.onOutbox();
  return answer(jobId, replayed, input, dependencies);
}

const undecided = { capability: null, contentType: null, intent: null, choice: null };

async function decideNow(
  { request, inputs, intent }: DecidableRequest & { readonly intent: Intent | null },
  dependencies: RequestDependencies,
): Promise<EstimatedRequest> {
  const { capability, contentType } = generationOf({ request, intent });
  const choice = toChoice(await chooseForRequest({ request, inputs, intent }, dependencies));
  return { capability, contentType, intent, choice };
}

/**
 * Checks that the webhook URL can be reached and ensures a signing secret before the job can end. Throws
 * `request_invalid` or `webhook_disabled`.
 */
export async function validateWebhookTarget(
  { webhookUrl }: { readonly webhookUrl?: string | undefined },
  { organizationId, accountId }: Caller,
  { em, vault, settings }: RequestDependencies,
): Promise<void> {
  if (webhookUrl === undefined) return;
  checkWebhookUrl(webhookUrl, { pointer: "/webhookUrl", settings });
  await ensureJobsWebhook(em.fork(), vault, { organizationId, createdBy: accountId });
}

/** Finds the job of a replayed idempotency key. */
export async function findKnown(
  { em }: RequestDependencies,
  { organizationId }: Caller,
  idempotency: NonNullable<NewJob["idempotency"]>,
): Promise<string | null> {
  return findReplay(em, { organizationId, ...idempotency });
}

/** Responds to an accepted job, after its end where the request waits for it. */
export async function answer(
  jobId: string,
  replayed: boolean,
  input: RouteInput<unknown, unknown, unknown>,
  dependencies: RequestDependencies,
): Promise<AcceptedJob> {
  const { caller, request, waitSeconds, setHeader } = input;
  request.aboutJob(jobId);
  setHeader("Location", `/v1/jobs/${jobId}`);
  if (replayed) setHeader("Idempotent-Replayed", "true");
  // A replay without a wait is the first response again.
  if (waitSeconds === null) {
    return { jobId, status: "queued", links: presentLinks(jobId) };
  }
  const { em } = dependencies;
  if (await waitWhenPossible(jobId, { ...input, waitSeconds }, dependencies)) {
    setHeader("Preference-Applied", `wait=${waitSeconds}`);
  }
  const job = await findJob(em.fork(), { jobId, organizationId: caller.organizationId });
  return presentOneJob(job, dependencies);
}

const tooManyWait: ReadonlySet<ErrorCode> = new Set(["streams_limited", "overloaded"]);

/**
 * Returns false when no wait is possible: the job is already accepted, so the response is sent early instead
 * of an error (RFC 7240, section 2).
 */
async function waitWhenPossible(
  ...[jobId, input, dependencies]: Parameters<typeof waitForJob>
): Promise<boolean> {
  try {
    await waitForJob(jobId, input, dependencies);
    return true;
  } catch (error) {
    if (error instanceof AppError && tooManyWait.has(error.code)) return false;
    throw error;
  }
}
