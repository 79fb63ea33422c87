import { acceptAskedRun } from "#api/accept/accept-asked-run.ts";
import { acceptJob } from "#api/accept/accept-job.ts";
import type { AcceptedJob } from "#api/accept/accept-once.ts";
import { acceptRun } from "#api/accept/accept-run.ts";
import { checkInputUrls } from "#api/accept/check-input-urls.ts";
import { toRetry } from "#api/accept/to-retry.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import { defineRoute, type RouteInput } from "#api/http/route.ts";
import { acceptanceErrors, acceptedJobLinks } from "#api/schemas/acceptance.ts";
import { type RetryRequest, retryRequestSchema, toInputs } from "#api/schemas/job-request.ts";
import { acceptedJobSchema, jobParams } from "#api/schemas/job.ts";
import type { Job } from "#db/entities/job.ts";
import { RunStep } from "#db/entities/pipeline-run.ts";
import { findJob } from "#db/jobs/jobs.ts";
import { isRun } from "#db/pipelines/run-views.ts";
import { AppError } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";

export const retryJob = defineRoute({
  method: "post",
  path: "/v1/jobs/{jobId}/retry",
  operationId: "retryJob",
  summary: "Retry a job",
  description:
    "Creates a new job from a job that has ended with any status: the same request with the stored " +
    "inputs, at the current price. `capability`, `prompt`, `model`, `maxCredits` and single " +
    "`parameters` replace the values of the first job; `inputs` are added to its inputs. Everything " +
    "else stays, including what was read from the message, which is not parsed again. A retry also " +
    "answers the question of a `needs_input` job: send the `request` of an option. A run of a pipeline is " +
    "resumed, or executed again when it has completed; it takes only `maxCredits`. The job of a `transform` step " +
    "cannot be retried; retry its run.",
  tags: ["Jobs"],
  access: { permission: "generations:create" },
  params: jobParams,
  body: retryRequestSchema,
  status: 202,
  response: acceptedJobSchema,
  errors: [
    ...acceptanceErrors,
    "job_not_found",
    "outside_organization",
    "job_not_final",
    "input_gone",
    "request_gone",
    "pipeline_archived",
    "run_limit_reached",
    "conversation_not_found",
  ],
  idempotent: "job",
  waits: true,
  links: acceptedJobLinks,
  examples: {
    body: {
      same: {},
      other: { model: "studio-image", parameters: { seed: 7 } },
      answer: { capability: "text-to-video" },
    },
  },
  async handle(input, dependencies) {
    const { params, caller, body } = input;
    const job = await findJob(dependencies.em, {
      jobId: params.jobId,
      organizationId: caller.organizationId,
    });
    if (!isFinal(job.status)) {
      throw new AppError("job_not_final", { details: { status: job.status } });
    }
    if (job.redactedAt) throw new AppError("request_gone");
    if (isRun(job)) return retryRun(job, input, dependencies);
    if (job.request.operation !== undefined) {
      const message = `A media operation is part of a run. Retry the run ${job.runId}.`;
      throw new AppError("request_invalid", { message });
    }
    checkInputUrls(toInputs(body.inputs), dependencies.settings, dependencies.now());
    const { maxCredits, ...changes } = body;
    const run =
      Object.keys(changes).length > 0
        ? null
        : await acceptAskedRun({ job, endpoint: "retryJob", maxCredits }, input, dependencies);
    if (run !== null) return run;
    await checkInputs(job, dependencies);
    return acceptJob(
      {
        // The retry is not an item of the batch, which may have ended long ago.
        source: job.source === "batch" ? "generation" : job.source,
        endpoint: "retryJob",
        ...toRetry(job, body),
        metadata: job.metadata,
        conversation: job.conversationId ?? undefined,
      },
      input,
      dependencies,
    );
  },
});

/** Resumes a run; one that has completed is executed again as a whole. Throws `request_invalid` for changes. */
async function retryRun(
  { id, status, pipelineId, pipelineVersion }: Job,
  input: RouteInput<unknown, unknown, RetryRequest>,
  dependencies: RequestDependencies,
): Promise<AcceptedJob> {
  const { maxCredits, ...changes } = input.body;
  const [field] = Object.keys(changes);
  if (field !== undefined) {
    const message = "A run takes only maxCredits. Send changes with POST /v1/pipelines/{id}/runs.";
    const issue = { pointer: `/${field}`, code: "not_used", message };
    throw new AppError("request_invalid", { issues: [issue] });
  }
  const steps = status === "completed" ? await dependencies.em.find(RunStep, { runId: id }) : [];
  const body = {
    ...(pipelineVersion == null ? {} : { version: pipelineVersion }),
    resumeFrom: id,
    fresh: [...new Set(steps.map(({ step }) => step))],
    maxCredits,
  };
  return acceptRun({ pipelineId: pipelineId ?? "", body }, input, dependencies);
}

/**
 * Throws `input_gone` unless the stored copies of the job's inputs still exist: the retry reads them again.
 */
async function checkInputs(job: Job, { storage }: RequestDependencies): Promise<void> {
  for (const [input, { kind, storageKey }] of (job.storedInputs ?? []).entries()) {
    if ((await storage.stat(storageKey)) !== null) continue;
    throw new AppError("input_gone", { details: { input, kind } });
  }
}
