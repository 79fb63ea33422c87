import { defineRoute } from "#api/http/route.ts";
import { presentJobView } from "#api/present/read-jobs.ts";
import { jobParams, jobSchema } from "#api/schemas/job.ts";
import { waitForJob } from "#api/streams/wait-for-job.ts";
import { findJobView } from "#db/jobs/job-parts.ts";
import { isFinal } from "#domain/jobs/job.ts";

export const getJob = defineRoute({
  method: "get",
  path: "/v1/jobs/{jobId}",
  operationId: "getJob",
  summary: "Read a job",
  description:
    "Status, progress, what was understood, which model was chosen and why, what it costs, and the result's " +
    "address when it is completed. With `Prefer: wait=30` the answer comes as soon as the job has ended; " +
    "with `If-None-Match` polling is free until something changes.",
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
    let view = await findJobView(dependencies.em, { jobId, organizationId });
    if (waitSeconds !== null) {
      if (!isFinal(view.job.status)) {
        await waitForJob(jobId, { waitSeconds, caller, request }, dependencies);
        view = await findJobView(dependencies.em.fork(), { jobId, organizationId });
      }
      setHeader("Preference-Applied", `wait=${waitSeconds}`);
    }
    return presentJobView(view, dependencies);
  },
});
