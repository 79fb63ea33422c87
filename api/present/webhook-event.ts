import type { Job } from "#db/entities/job.ts";

import type { PresentedBatch } from "./batch.ts";
import type { PresentedJob } from "./job.ts";
import { optional } from "./optional.ts";

/**
 * Selects the fields of a final job that its event contains. The payload is stored and sent for days, so it contains
 * nothing that expires, such as signed URLs, and neither inputs of the caller nor text results.
 */
export function presentJobEvent(
  { contentType, capability }: Pick<Job, "contentType" | "capability">,
  job: PresentedJob,
): Record<string, unknown> {
  return {
    ...endOf(job),
    ...optional("contentType", contentType),
    ...optional("capability", capability),
    ...optional("model", job.model),
  };
}

/** Selects the fields of a finished run of a pipeline that its event contains. Values of outputs may be texts. */
export function presentRunEvent(job: PresentedJob): Record<string, unknown> {
  const { pipelineId, version, resumeOf, counts } = job.run ?? {};
  return { ...endOf(job), pipelineId, version, ...optional("resumeOf", resumeOf), counts };
}

function endOf(job: PresentedJob): Record<string, unknown> {
  const { jobId, status, createdAt, finishedAt, error, question, metadata } = job;
  return {
    jobId,
    status,
    createdAt,
    finishedAt,
    billing: { capturedCredits: job.billing.capturedCredits },
    ...(status === "completed" ? { outputs: job.outputs.map(withPath(job.links.self)) } : {}),
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    ...optional("question", question),
    metadata,
    links: { self: job.links.self },
  };
}

/** Replaces the signed URL of an output by its permanent path. */
function withPath(self: string) {
  return ({
    url: _url,
    expiresAt: _expiresAt,
    text: _text,
    ...output
  }: PresentedJob["outputs"][number]) => ({
    ...output,
    content: `${self}/outputs/${output.outputId}/content`,
  });
}

/** Selects the fields of a finished batch that its event contains. */
export function presentBatchEvent(batch: PresentedBatch): Record<string, unknown> {
  const { batchId, name, status, createdAt, finishedAt, metadata } = batch;
  const { items, completed, failed, canceled } = batch.counts;
  return {
    batchId,
    ...optional("name", name),
    status,
    createdAt,
    finishedAt,
    counts: { items, completed, failed, canceled },
    billing: { capturedCredits: batch.billing.capturedCredits },
    metadata,
    links: { self: batch.links.self },
  };
}
