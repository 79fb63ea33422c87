import type { Job } from "#db/entities/job.ts";
import type { NewJob } from "#db/jobs/jobs.ts";
import type { StepStart } from "#domain/pipelines/runs/run-state.ts";

/** Completes the job of a step with what all steps of a run have in common. */
export function stepJobOf(
  { run, start: { key, attempt } }: { run: Job; start: StepStart },
  work: Pick<NewJob, "request" | "capability" | "contentType" | "choice">,
): NewJob {
  return {
    ...work,
    organizationId: run.organizationId,
    accountId: run.accountId,
    apiKeyId: run.apiKeyId ?? null,
    source: "pipeline",
    metadata: {},
    pipeline: { id: run.pipelineId ?? "", version: run.pipelineVersion ?? 0 },
    run: { id: run.id, step: key, attempt },
    idempotency: null,
  };
}
