import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import type { Caller } from "#db/caller.ts";
import { openConversation } from "#db/conversations/conversations.ts";
import type { JobRequest } from "#db/entities/job.ts";
import type { EstimatedRequest } from "#db/jobs/estimates.ts";
import { addJob, type NewJob } from "#db/jobs/jobs.ts";
import { joinOrCreateJob, type JoinableRequest } from "#db/jobs/join-or-create-job.ts";
import { ensureJobsWebhook } from "#db/webhooks/webhooks.ts";
import { newConversation } from "#domain/conversations/conversation-id.ts";
import type { JobSource } from "#domain/jobs/job.ts";
import { generationOf } from "#domain/requests/generation-of.ts";
import type { Intent } from "#domain/requests/intent.ts";
import { toJobChoice } from "#domain/routing/job-choice.ts";

import { acceptOnce, type AcceptedJob } from "./accept-once.ts";
import { bindEstimate } from "./bind-estimate.ts";
import { checkInputUrls } from "./check-input-urls.ts";
import { checkWebhookUrl } from "./check-webhook-url.ts";
import {
  checkAssets,
  checkNames,
  chooseForRequest,
  type DecidableRequest,
  listNamedAssets,
} from "./decide-request.ts";
import { contentOf, refuseBlockedContent } from "./screen-content.ts";

export interface Acceptance {
  readonly source: JobSource;
  readonly endpoint: string;
  readonly request: JobRequest;
  /** Intent that is already known; the message is not parsed again. */
  readonly intent?: Intent | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** Conversation in which the job is a message; `new` opens one. */
  readonly conversation?: string | undefined;
  /** Present for a request without an idempotency key whose repetition joins the job; see `joinOrCreateJob`. */
  readonly repeat?: JoinableRequest | undefined;
}

/**
 * Accepts a job. Decides inputs, model, parameters and price now wherever possible, so that the caller learns
 * of a mistake from the response and not from a failed job. When the intent of a message is still to be
 * parsed, the workflow decides later, unless an estimate binds the request.
 */
export async function acceptJob(
  { source, endpoint, request, intent = null, metadata, conversation, repeat }: Acceptance,
  input: RouteInput<unknown, unknown, unknown>,
  dependencies: RequestDependencies,
): Promise<AcceptedJob> {
  const { caller } = input;
  const startedMs = performance.now();
  return acceptOnce(endpoint, input, dependencies, async (idempotency) => {
    const isDecided = !request.parseIntent || intent !== null;
    await validateWebhookTarget(request, caller, dependencies);
    // A retry reads the stored copies of its first job's inputs.
    if (request.retryOf === undefined) {
      checkInputUrls(request.inputs, dependencies.settings, dependencies.now());
    }
    if (conversation !== undefined && conversation !== newConversation) {
      const named = { conversationId: conversation, organizationId: caller.organizationId };
      await openConversation(dependencies.em.fork(), named);
    }
    const assets = await listNamedAssets([request], dependencies);
    const inputs = checkAssets(request, caller, assets);
    await refuseBlockedContent(contentOf(request), caller, dependencies);
    const estimated = await bindEstimate({ request, inputs }, caller, dependencies);
    const decided =
      estimated ?? (isDecided ? await decideNow({ request, inputs, intent }, dependencies) : null);
    if (decided === null) await checkNames(request, dependencies);

    const job: NewJob = {
      organizationId: caller.organizationId,
      accountId: caller.accountId,
      apiKeyId: caller.apiKeyId,
      source,
      door: input.door,
      request,
      ...(decided ?? undecided),
      metadata,
      conversation,
      idempotency,
      pendingResponse: repeat,
    };
    const created =
      repeat === undefined
        ? await dependencies.accept(job)
        : await joinOrCreateJob(dependencies.em.fork(), repeat, async (tx) => addJob(tx, job));
    if (!created.replayed) {
      const seconds = (performance.now() - startedMs) / 1_000;
      dependencies.countAccepted({ source, contentType: job.contentType, seconds });
    }
    return created;
  });
}

const undecided = { capability: null, contentType: null, intent: null, choice: null };

async function decideNow(
  { request, inputs, intent }: DecidableRequest & { readonly intent: Intent | null },
  dependencies: RequestDependencies,
): Promise<EstimatedRequest> {
  const { capability, contentType } = generationOf({ request, intent });
  const choice = toJobChoice(await chooseForRequest({ request, inputs, intent }, dependencies));
  return { capability, contentType, intent, choice };
}

/**
 * Checks that the webhook URL can be reached and ensures a signing secret before the job can end. Throws
 * `request_invalid` or `webhook_disabled`.
 */
export async function validateWebhookTarget(
  { webhookUrl }: { readonly webhookUrl?: string | undefined },
  { organizationId, accountId }: Caller,
  { orm, vault, settings }: RequestDependencies,
): Promise<void> {
  if (webhookUrl === undefined) return;
  checkWebhookUrl(webhookUrl, { pointer: "/webhookUrl", settings });
  await ensureJobsWebhook(orm.em.fork(), vault, { organizationId, createdBy: accountId });
}
