import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import { findJob } from "#db/jobs/jobs.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";

/**
 * Waits until a job has ended, at most `waitSeconds`. A client that disconnects ends only its own wait.
 * Throws like `findJob`, and `streams_limited` or `overloaded` when too many requests wait.
 */
export async function waitForJob(
  jobId: string,
  {
    waitSeconds,
    caller,
    request,
  }: { waitSeconds: number } & Pick<RouteInput<unknown, unknown, unknown>, "caller" | "request">,
  { em, waiter }: Pick<RequestDependencies, "em" | "waiter">,
): Promise<void> {
  const { organizationId } = caller;
  const { status } = await findJob(em.fork(), { jobId, organizationId });
  if (isFinal(status)) return;
  await waiter.wait(jobId, {
    organizationId,
    timeoutMs: waitSeconds * 1_000,
    signal: request.signal,
  });
}

const tooManyWait: ReadonlySet<ErrorCode> = new Set(["streams_limited", "overloaded"]);

/** Waits like `waitForJob`. Returns false at once when too many requests wait: the caller can ask again. */
export async function waitWhenPossible(
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
