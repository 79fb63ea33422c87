import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import { findJobState } from "#db/jobs/jobs.ts";
import { isFinal } from "#domain/jobs/job.ts";

/**
 * Waits until a job has ended, at most `waitSeconds`. A client that disconnects ends only its own wait.
 * Throws `streams_limited` or `overloaded` when too many requests wait.
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
  const state = await findJobState(em, jobId);
  if (state === null || isFinal(state.status)) return;
  const { organizationId } = caller;
  await waiter.wait(jobId, {
    organizationId,
    timeoutMs: waitSeconds * 1_000,
    signal: request.signal,
  });
}
