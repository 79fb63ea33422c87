import { defineRoute } from "#api/http/route.ts";
import { presentOneJob } from "#api/present/jobs.ts";
import { jobParams, jobSchema } from "#api/schemas/job.ts";
import { findJob, requestCancel } from "#db/jobs/jobs.ts";

export const cancelJob = defineRoute({
  method: "post",
  path: "/v1/jobs/{jobId}/cancel",
  operationId: "cancelJob",
  summary: "Cancel a job",
  description:
    "A queued job is canceled immediately. A running job becomes `canceling` and ends when its provider " +
    "responds: as `canceled` with all credits released, or as `completed` when the result already " +
    "exists. Repeating the request has no effect.",
  tags: ["Jobs"],
  access: { permission: "jobs:write" },
  params: jobParams,
  status: 202,
  response: jobSchema,
  errors: ["job_not_found", "outside_organization", "job_already_final"],
  async handle({ params, caller, request }, dependencies) {
    const job = { jobId: params.jobId, organizationId: caller.organizationId };
    request.aboutJob(job.jobId);
    await requestCancel(dependencies.em, job);
    dependencies.onOutbox();
    return presentOneJob(await findJob(dependencies.em.fork(), job), dependencies);
  },
});
