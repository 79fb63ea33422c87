import { createHash } from "node:crypto";

import { type Acceptance, acceptJob } from "#api/accept/accept-job.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import type { ResponseOutcome } from "#api/http/awaited-responses.ts";
import type { RouteInput } from "#api/http/route.ts";
import type { PresentedJob } from "#api/present/job.ts";
import { presentJobView } from "#api/present/jobs.ts";
import { waitForJob } from "#api/streams/wait-for-job.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { joinJob } from "#db/jobs/join-or-create-job.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";

import { nameParams, type ParamNames } from "./param-names.ts";

type Input = RouteInput<unknown, unknown, unknown>;

/** Node's fetch gives up on the headers of a response after 300 seconds. */
const waitSecondsMax = 280;

interface RepeatableOrder {
  readonly path: string;
  /** Fields as the caller sent them, and the SHA-256 of the files: an equal request has equal ones. */
  readonly sent: { readonly fields: unknown; readonly files: readonly string[] };
  readonly params: ParamNames;
}

/** An order of one generation. */
export interface Order extends RepeatableOrder {
  readonly endpoint: string;
  /** Called for a new job only. */
  readonly toRequest: () => Promise<JobRequest>;
  readonly metadata: Readonly<Record<string, string>>;
}

interface GeneralOrder extends RepeatableOrder {
  /** Accepts a job; called for a new job only. */
  readonly accept: (input: Input, repeat: Acceptance["repeat"]) => Promise<{ jobId: string }>;
}

export interface OrderedJob {
  readonly jobId: string;
  /**
   * Waits for the end of the job. Throws its failure and `still_running`; for a conversation, a question and a message that
   * asks for nothing are results.
   */
  result(options?: { readonly isConversation?: boolean }): Promise<PresentedJob>;
  /** Reads the job at once: the caller asks for its result later, by its id. */
  accepted(): Promise<PresentedJob>;
  /** Reports a failure that was sent as an event, after the headers of a successful response. */
  failed(error: unknown): void;
}

/** Orders a generation once; see `orderOnce`. */
export async function orderJob(
  { endpoint, toRequest, metadata, ...order }: Order,
  input: Input,
  dependencies: RequestDependencies,
): Promise<OrderedJob> {
  const accept: GeneralOrder["accept"] = async (given, repeat) =>
    acceptJob(
      { source: "generation", endpoint, request: await toRequest(), metadata, repeat },
      given,
      dependencies,
    );
  return orderOnce({ ...order, accept }, input, dependencies);
}

/**
 * Orders a job once. With an `Idempotency-Key`, a repetition gets the job of the key. Clients of this protocol repeat a
 * request after a lost connection without one, so an equal request joins the job of one whose response was lost; see
 * `claimPendingResponse`. A client that disconnects changes nothing about an accepted job.
 */
export async function orderOnce(
  { path, sent, params, accept }: GeneralOrder,
  input: Input,
  dependencies: RequestDependencies,
): Promise<OrderedJob> {
  const { request, setHeader } = input;
  const requestHash = createHash("sha256")
    .update(`${path}\n${canonicalJson(sent)}`)
    .digest();
  const idempotency = input.idempotency && { ...input.idempotency, requestHash };
  const repeat = idempotency === null ? toJoinable(requestHash, input) : undefined;
  const jobId =
    (repeat === undefined ? null : await joinJob(dependencies.em.fork(), repeat)) ??
    (await acceptNow());
  request.aboutJob(jobId);
  setHeader("X-GME-Job-Id", jobId);
  const awaited = dependencies.awaitedResponses.begin(jobId);
  // Until there is an outcome, and after a failure of the engine, a repetition gets the response.
  let outcome: ResponseOutcome = "lost";
  request.onEnd((isSent) => awaited.end(isSent ? outcome : "lost"));
  const failed = (error: unknown) => {
    outcome = isOfCaller(error) ? "delivered" : "lost";
  };
  return {
    jobId,
    failed,
    async result(options) {
      try {
        const job = await awaitResult(jobId, options, input, dependencies);
        outcome = "delivered";
        return job;
      } catch (error) {
        failed(error);
        throw nameParams(error, params);
      }
    },
    async accepted() {
      const job = await readJob(jobId, input, dependencies);
      outcome = "accepted";
      return job;
    },
  };

  async function acceptNow(): Promise<string> {
    try {
      // The caller learns of the job by the door's own header.
      const given = { ...input, idempotency, waitSeconds: null, setHeader: () => undefined };
      return (await accept(given, repeat)).jobId;
    } catch (error) {
      throw nameParams(error, params);
    }
  }
}

function toJoinable(
  requestHash: Buffer,
  { caller: { apiKeyId }, request }: Input,
): Acceptance["repeat"] {
  if (apiKeyId === null) return undefined;
  let gone = false;
  request.onEnd(() => {
    gone = true;
  });
  const retries = Number(request.header("x-stainless-retry-count") ?? 0);
  return { apiKeyId, requestHash, isRetry: retries >= 1, isGone: () => gone };
}

/** An error that a repetition would meet again, so that its response is final. */
function isOfCaller(error: unknown): boolean {
  return error instanceof AppError && errorCatalog[error.code].status < 500;
}

async function awaitResult(
  jobId: string,
  { isConversation = false }: { readonly isConversation?: boolean } = {},
  input: Input,
  dependencies: RequestDependencies,
): Promise<PresentedJob> {
  await waitForJob(jobId, { ...input, waitSeconds: waitSecondsMax }, dependencies);
  const job = await readJob(jobId, input, dependencies);
  if (job.model !== undefined) input.setHeader("X-GME-Model", job.model.id);
  input.setHeader("X-GME-Credits", String(job.billing.capturedCredits));
  const isReply = job.question !== undefined || job.error?.code === "intent_unsupported";
  if (job.status === "completed" || (isConversation && isReply)) return job;
  throw failureOf(job);
}

async function readJob(
  jobId: string,
  { caller: { organizationId } }: Input,
  dependencies: RequestDependencies,
): Promise<PresentedJob> {
  const view = await dependencies.findJobView({ jobId, organizationId });
  return presentJobView(view, dependencies);
}

function failureOf(job: PresentedJob): AppError {
  const details = { jobId: job.jobId };
  if (!isFinal(job.status)) {
    return new AppError("still_running", {
      message: `The job ${job.jobId} is still running.`,
      details,
    });
  }
  if (job.error !== undefined) {
    const { code, message, details: about } = job.error;
    // The file that a provider or the engine could not read.
    const issues = about?.["kind"] === "mask" ? [{ pointer: "/mask", code, message }] : [];
    return new AppError(code, { message, details, issues });
  }
  if (job.question !== undefined) {
    return new AppError("intent_unsupported", { message: job.question.text, details });
  }
  return new AppError("step_canceled", { message: "The job was canceled.", details });
}
