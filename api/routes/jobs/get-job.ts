import { defineRoute } from "#api/http/route.ts";
import { presentJobView } from "#api/present/jobs.ts";
import { jobParams, jobSchema } from "#api/schemas/job.ts";
import { waitForJob } from "#api/streams/wait-for-job.ts";
import { isFinal } from "#domain/jobs/job.ts";

export const getJob = defineRoute({
  method: "get",
  path: "/v1/jobs/{jobId}",
  operationId: "getJob",
  summary: "Retrieve a job",
  description:
    "Returns status, progress, the parsed intent, the chosen model with the reason, the price, and the " +
    "output URL once completed. With `Prefer: wait=30` the response is sent when the job ends, or after " +
    "30 seconds. With `If-None-Match`, unchanged responses do not count against the rate limit.",
  tags: ["Jobs"],
  access: { permission: "jobs:read" },
  params: jobParams,
  status: 200,
  response: jobSchema,
  errors: ["job_not_found", "outside_organization", "streams_limited", "overloaded"],
  conditional: true,
  waits: true,
  async handle({ params, caller, request, waitSeconds, setHeader }, dependencies) {
    const { jobId } = params;
    const { organizationId } = caller;
    request.aboutJob(jobId);
    let view = await dependencies.findJobView({ jobId, organizationId });
    if (waitSeconds !== null) {
      if (!isFinal(view.job.status)) {
        await waitForJob(jobId, { waitSeconds, caller, request }, dependencies);
        view = await dependencies.findJobView({ jobId, organizationId });
      }
      setHeader("Preference-Applied", `wait=${waitSeconds}`);
    }
    return presentJobView(view, dependencies);
  },
});
