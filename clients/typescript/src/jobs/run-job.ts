import { throwIfAborted } from "../abort.ts";
import type { Engine, RequestOptions } from "../engine.ts";
import { AbortError, MediaEngineError } from "../errors.ts";
import type { AcceptedJob, ChatRequest, GenerationRequest, Job } from "../generated/types.ts";
import { newKey } from "../idempotency-key.ts";
import { attachJob, type JobHandle } from "./job-handle.ts";
import { uploadInputs, type RunRequest } from "./job-request.ts";
import type { CompletedJob, JobWithFiles } from "./outputs.ts";
import {
  isFinal,
  toResult,
  waitDefaultMs,
  waitForJob,
  waitSecondsMax,
  type WaitOptions,
} from "./wait-for-job.ts";

export interface SubmitOptions {
  /** Key of the order: the same key and request are one job. Default: a new key for each call. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Effect of an aborted signal on the job. Default: `cancel`. */
  readonly onAbort?: "cancel" | "leave" | undefined;
  /** Headers of the request that creates the job. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface RunOptions extends SubmitOptions, Omit<WaitOptions, "signal"> {}

/** Limit of each request that cancels a job after an abort. */
const cleanUpTimeoutMs = 30_000;

/** Creates a job. Throws `AbortError` without leaving a job behind when the signal is aborted first. */
export async function submitJob(
  engine: Engine,
  request: RunRequest,
  options: SubmitOptions = {},
): Promise<JobHandle> {
  const { jobId } = await createJob(engine, request, options);
  return attachJob(engine, jobId);
}

/** Creates a job and waits for its result. Aborting the signal cancels the job. */
export async function runJob(
  engine: Engine,
  request: RunRequest,
  options: RunOptions = {},
): Promise<CompletedJob> {
  const startedAt = Date.now();
  const { signal, onAbort = "cancel", onProgress, timeoutMs = waitDefaultMs } = options;
  const waitSeconds =
    onProgress === undefined
      ? Math.min(waitSecondsMax, Math.max(1, Math.ceil(timeoutMs / 1_000)))
      : undefined;
  const accepted = await createJob(engine, request, options, waitSeconds);
  const { jobId } = accepted;
  if (isWhole(accepted)) return withOutput(toResult(engine, accepted));
  const remainingMs = timeoutMs - (Date.now() - startedAt);
  try {
    const wait = { signal, onProgress, timeoutMs: remainingMs };
    return withOutput(await waitForJob(engine, jobId, wait));
  } catch (error) {
    if (!(error instanceof AbortError)) throw error;
    if (onAbort === "leave") throw new AbortError({ jobId, cause: error.cause });
    throw await cancelAfterAbort(engine, jobId, error);
  }
}

async function createJob(
  engine: Engine,
  request: RunRequest,
  { signal, onAbort = "cancel", idempotencyKey = newKey(), headers }: SubmitOptions,
  waitSeconds?: number,
): Promise<AcceptedJob> {
  throwIfAborted(signal);
  const body = await uploadInputs(engine, request, signal);
  throwIfAborted(signal);
  try {
    return await send(engine, body, { signal, idempotencyKey, waitSeconds, headers });
  } catch (error) {
    if (!(error instanceof AbortError) || onAbort === "leave") throw error;
    // The engine may have accepted the job: the same key returns its id.
    const options = { idempotencyKey, headers, timeoutMs: cleanUpTimeoutMs };
    const accepted = await send(engine, body, options).catch((reason: unknown) => {
      throw new AbortError({ cause: reason });
    });
    throw await cancelAfterAbort(engine, accepted.jobId, error);
  }
}

async function send(
  engine: Engine,
  body: ChatRequest | GenerationRequest,
  options: RequestOptions,
): Promise<AcceptedJob> {
  const accepted =
    "message" in body
      ? await engine.request("createChatJob", { body }, options)
      : await engine.request("createGeneration", { body }, options);
  return accepted as AcceptedJob;
}

/** Returns the error of an abort; its cause is the failure of the cancellation, if there is one. */
async function cancelAfterAbort(
  engine: Engine,
  jobId: string,
  { cause }: AbortError,
): Promise<AbortError> {
  try {
    await attachJob(engine, jobId).cancel();
    return new AbortError({ jobId, cause });
  } catch (error) {
    return new AbortError({ jobId, cause: error });
  }
}

/** Returns true for the response of a wait that ended with the job. */
function isWhole(accepted: AcceptedJob): accepted is Job {
  return accepted.outputs !== undefined && isFinal(accepted);
}

function withOutput(job: JobWithFiles): CompletedJob {
  const { output } = job;
  if (output === undefined) throw new MediaEngineError(`The job has no output: ${job.jobId}.`);
  return Object.assign(job, { output });
}
