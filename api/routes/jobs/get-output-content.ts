import { fileMedia, serveFile } from "#api/files/serve-file.ts";
import { defineRoute } from "#api/http/route.ts";
import { outputParams } from "#api/schemas/job.ts";
import { RunOutput } from "#db/entities/pipeline-run.ts";
import { findJob } from "#db/jobs/jobs.ts";
import { findOutput } from "#db/jobs/outputs.ts";
import { isRun } from "#db/pipelines/run-views.ts";

export const getOutputContent = defineRoute({
  method: "get",
  path: "/v1/jobs/{jobId}/outputs/{outputId}/content",
  operationId: "getOutputContent",
  summary: "Download an output of a job",
  description: "The permanent URL of an output; supports `Range`.",
  tags: ["Jobs"],
  access: { permission: "jobs:read" },
  params: outputParams,
  status: 200,
  response: fileMedia,
  errors: [
    "job_not_found",
    "outside_organization",
    "output_not_found",
    "output_expired",
    "range_not_satisfiable",
  ],
  conditional: true,
  ranges: true,
  async handle({ params, caller, request, setHeader }, { em, storage }) {
    const { jobId, outputId } = params;
    request.aboutJob(jobId);
    const { organizationId } = caller;
    const job = await findJob(em, { jobId, organizationId });
    const isOfStep = isRun(job) && (await em.count(RunOutput, { runId: jobId, outputId })) > 0;
    const within = isOfStep ? { organizationId } : { organizationId, jobId };
    const output = await findOutput(em, { outputId, ...within });
    return serveFile(output, storage, {
      request,
      setHeader,
      cacheControl: "private, max-age=3600",
      gone: "output_expired",
    });
  },
});
