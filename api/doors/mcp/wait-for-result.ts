import { z } from "zod";

import type { PresentedJob } from "#api/present/job.ts";
import { presentJobView } from "#api/present/jobs.ts";
import { waitWhenPossible } from "#api/streams/wait-for-job.ts";
import { isFinal } from "#domain/jobs/job.ts";

import type { McpCall } from "./mcp-call.ts";

/** Many clients give up on a tool after 60 s, and some of the time is lost on the way. */
const waitSecondsMax = 45;
export const waitSecondsSchema = z.int().min(0).max(waitSecondsMax);

/** Seconds between two progress notifications. */
const progressSeconds = 2;

/**
 * Waits until a job has ended, at most `waitSeconds`, and presents the job. Reports progress to a
 * client that wants it. Returns early when too many requests wait: the caller can ask again.
 */
export async function waitForResult(
  jobId: string,
  waitSeconds: number,
  call: McpCall,
): Promise<PresentedJob> {
  const until = Date.now() + waitSeconds * 1_000;
  const progress = { value: -1 };
  for (;;) {
    const job = await presentNow(jobId, call);
    const leftSeconds = (until - Date.now()) / 1_000;
    if (isFinal(job.status) || leftSeconds <= 0 || call.request.signal.aborted) return job;
    await report(job, progress, call);
    const seconds =
      call.reportProgress === null ? leftSeconds : Math.min(progressSeconds, leftSeconds);
    const waiting = { ...call, waitSeconds: seconds };
    if (!(await waitWhenPossible(jobId, waiting, call.dependencies))) return job;
  }
}

export async function presentNow(
  jobId: string,
  { caller, dependencies }: McpCall,
): Promise<PresentedJob> {
  const { organizationId } = caller;
  const view = await dependencies.findJobView({ jobId, organizationId });
  return presentJobView(view, { ...dependencies, em: dependencies.em.fork() });
}

/** Progress must grow with each notification. */
async function report(
  { progress: { percent, stage, etaSeconds }, jobId }: PresentedJob,
  last: { value: number },
  { reportProgress }: McpCall,
): Promise<void> {
  if (reportProgress === null || percent <= last.value) return;
  last.value = percent;
  const eta = etaSeconds === undefined ? "" : `, about ${etaSeconds} s left`;
  await reportProgress({ progress: percent, total: 100, message: `${jobId}: ${stage}${eta}` });
}
