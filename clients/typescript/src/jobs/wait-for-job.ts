import { limitTime, sleep, throwIfAborted } from "../abort.ts";
import type { Engine } from "../engine.ts";
import {
  AbortError,
  ApiError,
  JobCanceledError,
  JobFailedError,
  NeedsInputError,
  WaitTimeoutError,
} from "../errors.ts";
import type { Job, JobEvent } from "../generated/types.ts";
import { isTransient } from "../retry.ts";
import { followJob } from "./follow-job.ts";
import { addFiles, type JobWithFiles } from "./outputs.ts";

export interface WaitOptions {
  /** Stops waiting. The job continues. */
  readonly signal?: AbortSignal | undefined;
  /** Limit of the wait, after which `WaitTimeoutError` is thrown and the job continues. Default: 15 minutes. */
  readonly timeoutMs?: number | undefined;
  /** Receives each event of the job. Without it, the client sends one request a minute and opens no stream. */
  readonly onProgress?: ((event: JobEvent) => void) | undefined;
}

export const waitDefaultMs = 900_000;
/** Longest wait of one request. */
export const waitSecondsMax = 60;
const pauseMs = 2_000;

/** Waits for the end of a job. Throws `JobFailedError`, `JobCanceledError` or `NeedsInputError` for other ends. */
export async function waitForJob(
  engine: Engine,
  jobId: string,
  { signal, timeoutMs = waitDefaultMs, onProgress }: WaitOptions,
): Promise<JobWithFiles> {
  const deadline = Date.now() + timeoutMs;
  if (onProgress !== undefined) {
    await reportEvents(engine, jobId, { signal, timeoutMs, onProgress });
  }
  for (;;) {
    const remainingMs = deadline - Date.now();
    if (remainingMs <= 0) throw new WaitTimeoutError(jobId);
    const waitSeconds = Math.min(waitSecondsMax, Math.ceil(remainingMs / 1_000));
    const startedAt = Date.now();
    const job = await findJob(engine, jobId, { signal, waitSeconds });
    if ("status" in job && isFinal(job)) return toResult(engine, job);
    // A server without a free place for waiting requests responds at once.
    const asked = "pauseMs" in job ? job.pauseMs : pauseMs;
    const isEarly = Date.now() - startedAt < pauseMs;
    if (isEarly) await sleep(Math.min(asked, Math.max(0, deadline - Date.now())), signal);
  }
}

async function reportEvents(
  engine: Engine,
  jobId: string,
  {
    signal,
    timeoutMs,
    onProgress,
  }: { timeoutMs: number } & Required<Omit<WaitOptions, "timeoutMs">>,
): Promise<void> {
  const limit = limitTime(timeoutMs, signal);
  try {
    const options = { signal: limit.signal, giveUpAfterMs: timeoutMs };
    for await (const event of followJob(engine, jobId, options)) onProgress?.(event);
  } catch (error) {
    throwIfAborted(signal);
    throw error instanceof AbortError ? new WaitTimeoutError(jobId) : error;
  } finally {
    limit.stop();
  }
}

/** Returns the pause before the next request when the server is unavailable: the wait goes on until its limit. */
async function findJob(
  engine: Engine,
  jobId: string,
  options: { signal: AbortSignal | undefined; waitSeconds: number },
): Promise<Job | { pauseMs: number }> {
  try {
    return await engine.request("getJob", { path: { jobId } }, options);
  } catch (error) {
    if (!isTransient(error)) throw error;
    const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
    return { pauseMs: seconds === undefined ? pauseMs : seconds * 1_000 };
  }
}

export function isFinal({ status }: { readonly status: string }): boolean {
  return ["completed", "failed", "canceled", "needs_input"].includes(status);
}

/** Returns a completed job, and throws the error of every other end. */
export function toResult(engine: Engine, job: Job): JobWithFiles {
  if (job.status === "failed") {
    throw new JobFailedError(job, job.error?.message ?? "The job failed.");
  }
  if (job.status === "canceled") throw new JobCanceledError(job, "The job was canceled.");
  if (job.status === "needs_input") {
    throw new NeedsInputError(job, job.question?.text ?? "The job has a question.");
  }
  return addFiles(engine, job);
}
