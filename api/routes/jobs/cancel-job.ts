import { defineRoute } from "#api/http/route.ts";
import { presentOneJob } from "#api/present/read-jobs.ts";
import { jobParams, jobSchema } from "#api/schemas/job.ts";
import { findJob, requestCancel } from "#db/jobs/jobs.ts";

export const cancelJob = defineRoute({
  method: "post",
  path: "/v1/jobs/{jobId}/cancel",
  operationId: "cancelJob",
  summary: "Ask a job to stop",
  description:
    "A queued job is canceled at once; a running one becomes `canceling` and ends as soon as its provider " +
    "has answered: as `canceled` with all credits given back, or as `completed` when the result was already " +
    "made. Asking again changes nothing.",
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
