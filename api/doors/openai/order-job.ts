import { createHash } from "node:crypto";

import { acceptJob } from "#api/accept/accept-job.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import type { PresentedJob } from "#api/present/job.ts";
import { presentOneJob } from "#api/present/jobs.ts";
import { waitForJob } from "#api/streams/wait-for-job.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { findJob } from "#db/jobs/jobs.ts";
import { claimPendingResponse } from "#db/jobs/pending-responses.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import { AppError, errorCatalog } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";

import { nameParams, type ParamNames } from "./param-names.ts";

type Input = RouteInput<unknown, unknown, unknown>;

/** Node's fetch gives up on the headers of a response after 300 seconds. */
const waitSecondsMax = 280;

export interface Order {
  readonly endpoint: string;
  readonly path: string;
  /** Fields as the caller sent them, and the SHA-256 of the files: an equal request has equal ones. */
  readonly sent: { readonly fields: unknown; readonly files: readonly string[] };
  /** Called for a new job only. */
  readonly toRequest: () => Promise<JobRequest>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly params: ParamNames;
}

export interface OrderedJob {
  readonly jobId: string;
  /** Waits for the end of the job. Throws its failure, and `still_running`. */
  result(): Promise<PresentedJob>;
  /** Reports a failure that was sent as an event, after the headers of a successful response. */
  failed(error: unknown): void;
}

/**
 * Orders a job once. With an `Idempotency-Key`, a repetition gets the job of the key. Clients of this protocol repeat a
 * request after a lost connection without one, so an equal request joins the job of one whose response was never
 * delivered; see `claimPendingResponse`. A client that disconnects changes nothing about its job.
 */
export async function orderJob(
  order: Order,
  input: Input,
  dependencies: RequestDependencies,
): Promise<OrderedJob> {
  const { caller, request, setHeader } = input;
  const requestHash = createHash("sha256")
    .update(`${order.path}\n${canonicalJson(order.sent)}`)
    .digest();
  const idempotency = input.idempotency && { ...input.idempotency, requestHash };
  const joined =
    idempotency !== null || caller.apiKeyId === null
      ? null
      : await claimPendingResponse(dependencies.em.fork(), {
          apiKeyId: caller.apiKeyId,
          requestHash,
          isRetry: Number(request.header("x-stainless-retry-count") ?? 0) >= 1,
        });
  const jobId =
    joined ??
    (await accept(order, { ...input, idempotency, waitSeconds: null }, dependencies, requestHash));
  request.aboutJob(jobId);
  setHeader("X-GME-Job-Id", jobId);
  const awaited = dependencies.awaitedResponses.begin(jobId);
  let outcome: "none" | "delivered" | "failed" = "none";
  request.onEnd((isSent) => awaited.end(isSent && outcome === "delivered"));
  const failed = (error: unknown) => {
    outcome = isOfCaller(error) ? "delivered" : "failed";
  };
  return {
    jobId,
    failed,
    async result() {
      try {
        const job = await awaitResult(jobId, input, dependencies);
        outcome = "delivered";
        return job;
      } catch (error) {
        failed(error);
        throw nameParams(error, order.params);
      }
    },
  };
}

async function accept(
  { endpoint, toRequest, metadata, params }: Order,
  input: Input,
  dependencies: RequestDependencies,
  requestHash: Buffer,
): Promise<string> {
  try {
    const request = await toRequest();
    const pendingResponse = input.idempotency === null ? { requestHash } : undefined;
    const { jobId } = await acceptJob(
      { source: "generation", endpoint, request, metadata, pendingResponse },
      // The caller learns of the job by the door's own header.
      { ...input, setHeader: () => undefined },
      dependencies,
    );
    return jobId;
  } catch (error) {
    throw nameParams(error, params);
  }
}

/** An error that a repetition would meet again, so that its response is final. */
function isOfCaller(error: unknown): boolean {
  return error instanceof AppError && errorCatalog[error.code].status < 500;
}

async function awaitResult(
  jobId: string,
  { caller, request, setHeader }: Input,
  dependencies: RequestDependencies,
): Promise<PresentedJob> {
  const { em } = dependencies;
  await waitForJob(jobId, { waitSeconds: waitSecondsMax, caller, request }, dependencies);
  const row = await findJob(em.fork(), { jobId, organizationId: caller.organizationId });
  const job = await presentOneJob(row, dependencies);
  if (job.model !== undefined) setHeader("X-GME-Model", job.model.id);
  setHeader("X-GME-Credits", String(job.billing.capturedCredits));
  if (job.status === "completed") return job;
  throw failureOf(job);
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
    return new AppError(job.error.code, { message: job.error.message, details });
  }
  if (job.question !== undefined) {
    return new AppError("intent_unsupported", { message: job.question.text, details });
  }
  return new AppError("step_canceled", { message: "The job was canceled.", details });
}
