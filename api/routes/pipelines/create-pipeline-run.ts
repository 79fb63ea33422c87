import { acceptRun } from "#api/accept/accept-run.ts";
import { estimateRun } from "#api/accept/estimate-run.ts";
import { defineRoute } from "#api/http/route.ts";
import { acceptanceErrors, acceptedJobLinks } from "#api/schemas/acceptance.ts";
import { acceptedJobSchema } from "#api/schemas/job.ts";
import { pipelineParams } from "#api/schemas/pipeline.ts";
import { newRunSchema, runEstimateSchema } from "#api/schemas/run.ts";

export const createPipelineRun = defineRoute({
  method: "post",
  path: "/v1/pipelines/{pipelineId}/runs",
  operationId: "createPipelineRun",
  summary: "Run a pipeline",
  description:
    "Accepts a run as a job and holds its highest possible price. Each step that makes something is a job of its " +
    "own, which is charged when it completes. A run that failed, was canceled or asks a question ends; a new " +
    "run with `resumeFrom` takes over what it has made.",
  tags: ["Pipelines"],
  access: { permission: "generations:create" },
  params: pipelineParams,
  body: newRunSchema,
  status: 202,
  response: acceptedJobSchema,
  errors: [
    ...acceptanceErrors,
    "pipeline_not_found",
    "pipeline_version_not_found",
    "pipeline_archived",
    "run_limit_reached",
    "job_not_found",
    "job_not_final",
    "resume_mismatch",
    "request_gone",
    "estimate_not_found",
    "estimate_expired",
    "estimate_mismatch",
  ],
  idempotent: "job",
  waits: true,
  alternative: {
    status: 200,
    description: "The price of the run, for a request with `dryRun`.",
    response: runEstimateSchema,
  },
  links: acceptedJobLinks,
  examples: {
    body: {
      run: { inputs: { topic: "volcanoes" }, maxCredits: 20 },
      price: { inputs: { topic: "volcanoes" }, dryRun: true },
    },
  },
  async handle(input, dependencies) {
    const order = { pipelineId: input.params.pipelineId, body: input.body };
    if (input.body.dryRun === true) {
      return { alternative: await estimateRun(order, input, dependencies) };
    }
    return acceptRun(order, input, dependencies);
  },
});
