import { defineRoute } from "#api/http/route.ts";
import { presentMarks } from "#api/present/job-marks.ts";
import { jobMarksSchema } from "#api/schemas/job-marks.ts";
import { jobParams } from "#api/schemas/job.ts";
import { findJob } from "#db/jobs/jobs.ts";

export const getJobMarks = defineRoute({
  method: "get",
  path: "/app/jobs/{jobId}",
  operationId: "getJobMarks",
  summary: "Retrieve the title, the star and the labels of a job",
  tags: ["Jobs"],
  access: { permission: "jobs:read", session: true },
  params: jobParams,
  status: 200,
  response: jobMarksSchema,
  errors: ["job_not_found", "outside_organization"],
  conditional: true,
  async handle({ params: { jobId }, caller: { organizationId }, request }, { em }) {
    request.aboutJob(jobId);
    return presentMarks(await findJob(em, { jobId, organizationId }));
  },
});
