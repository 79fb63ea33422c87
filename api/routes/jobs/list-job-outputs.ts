import { defineRoute } from "#api/http/route.ts";
import { presentOutput } from "#api/present/job.ts";
import { listOf } from "#api/schemas/common.ts";
import { jobParams, outputSchema } from "#api/schemas/job.ts";
import { findJob } from "#db/jobs/jobs.ts";
import { listFilesOfJob } from "#db/pipelines/run-views.ts";

export const listJobOutputs = defineRoute({
  method: "get",
  path: "/v1/jobs/{jobId}/outputs",
  operationId: "listJobOutputs",
  summary: "List the outputs of a job",
  description: "Each output has its checksum, its size and a new signed URL.",
  tags: ["Jobs"],
  access: { permission: "jobs:read" },
  params: jobParams,
  status: 200,
  response: listOf(outputSchema),
  errors: ["job_not_found", "outside_organization"],
  conditional: true,
  async handle({ params, caller, request }, { em, settings, now }) {
    request.aboutJob(params.jobId);
    const job = await findJob(em, {
      jobId: params.jobId,
      organizationId: caller.organizationId,
    });
    const outputs = await listFilesOfJob(em, job);
    return { data: outputs.map((output) => presentOutput(output, settings, now())) };
  },
});
