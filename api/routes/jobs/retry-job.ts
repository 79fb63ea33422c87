import { acceptJob } from "#api/accept/accept-job.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import { defineRoute } from "#api/http/route.ts";
import { acceptanceErrors, acceptedJobLinks } from "#api/schemas/acceptance.ts";
import { type RetryRequest, retryRequestSchema } from "#api/schemas/job-request.ts";
import { acceptedJobSchema, jobParams } from "#api/schemas/job.ts";
import { toParameters } from "#api/schemas/parameters.ts";
import type { Job, JobRequest } from "#db/entities/job.ts";
import { findJob } from "#db/jobs/jobs.ts";
import { AppError } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";
import { generationOf } from "#domain/requests/generation-of.ts";

export const retryJob = defineRoute({
  method: "post",
  path: "/v1/jobs/{jobId}/retry",
  operationId: "retryJob",
  summary: "Retry a job",
  description:
    "Creates a new job from a job that has ended with any status: the same request with the stored " +
    "inputs, at the current price. The message is not parsed again. `model`, `parameters` and " +
    "`maxCredits` replace the values of the first job; omitted parameters stay unchanged.",
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
  ],
  idempotent: "job",
  waits: true,
  links: acceptedJobLinks,
  examples: { body: { same: {}, other: { model: "studio-image", parameters: { seed: 7 } } } },
  async handle(input, dependencies) {
    const { params, caller, body } = input;
    const job = await findJob(dependencies.em, {
      jobId: params.jobId,
      organizationId: caller.organizationId,
    });
    if (!isFinal(job.status)) {
      throw new AppError("job_not_final", { details: { status: job.status } });
    }
    await checkInputs(job, dependencies);
    return acceptJob(
      {
        // The retry is not an item of the batch, which may have ended long ago.
        source: job.source === "batch" ? "generation" : job.source,
        endpoint: "retryJob",
        request: toJobRequest(job, body),
        metadata: job.metadata,
      },
      input,
      dependencies,
    );
  },
});

/**
 * Throws `input_gone` unless the stored copies of the job's inputs still exist: the retry reads them again.
 */
async function checkInputs(job: Job, { storage }: RequestDependencies): Promise<void> {
  for (const [input, { kind, storageKey }] of (job.storedInputs ?? []).entries()) {
    if ((await storage.stat(storageKey)) !== null) continue;
    throw new AppError("input_gone", { details: { input, kind } });
  }
}

function toJobRequest(job: Job, { model, parameters, maxCredits }: RetryRequest): JobRequest {
  const { provider, estimateId: _bound, ...former } = job.request;
  const given = toParameters(parameters ?? {});
  return {
    ...former,
    ...(job.intent == null ? {} : asUnderstood(job)),
    parameters: { ...(job.intent == null ? former : generationOf(job)).parameters, ...given },
    ...(model === undefined ? (provider === undefined ? {} : { provider }) : { model }),
    ...(maxCredits === undefined ? {} : { maxCredits }),
    retryOf: job.id,
  };
}

/**
 * Reuses the parsed intent: another parse of the message may differ, and the caller wants the same job again.
 */
function asUnderstood(
  job: Job,
): Pick<JobRequest, "parseIntent" | "capability" | "prompt" | "model"> {
  const { capability, prompt } = generationOf(job);
  const wish = job.routing?.strategy === "requested" ? job.intent?.requestedModel : undefined;
  const model = job.request.model ?? wish;
  return {
    parseIntent: false,
    capability,
    ...(prompt === "" ? {} : { prompt }),
    ...(model === undefined ? {} : { model }),
  };
}
