import { findJobState } from "#db/jobs.ts";
import { isFinal } from "#domain/job.ts";

import type { RequestDependencies } from "./dependencies.ts";

/** Waits until a job has ended, at most so long. A client that hangs up ends its own wait and nothing else. */
export async function waitForJob(
  jobId: string,
  waitSeconds: number,
  signal: AbortSignal,
  { em, waiter }: Pick<RequestDependencies, "em" | "waiter">,
): Promise<void> {
  const state = await findJobState(em, jobId);
  if (state === null || isFinal(state.status)) return;
  await waiter.wait(jobId, { timeoutMs: waitSeconds * 1_000, signal });
}
