import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentMarks } from "#api/present/job-marks.ts";
import { jobMarksChangeSchema, jobMarksSchema } from "#api/schemas/job-marks.ts";
import { jobParams } from "#api/schemas/job.ts";
import { markJob } from "#db/jobs/mark-job.ts";

import { getJobMarks } from "./get-job-marks.ts";

export const updateJobMarks = defineRoute({
  method: "put",
  path: "/app/jobs/{jobId}",
  operationId: "updateJobMarks",
  summary: "Give a job a title, a star or labels",
  description: "Omitted fields stay unchanged. Labels replace the former ones.",
  tags: ["Jobs"],
  access: { permission: "jobs:write", session: true },
  params: jobParams,
  body: jobMarksChangeSchema,
  status: 200,
  response: jobMarksSchema,
  errors: ["job_not_found", "outside_organization"],
  examples: {
    body: {
      title: { title: "Fox for the cover", labels: ["spring", "cover"] },
      star: { starred: true },
    },
  },
  current: async (input, dependencies) => getJobMarks.handle(input, dependencies),
  async handle({ params: { jobId }, body, caller, request }, { em }) {
    request.aboutJob(jobId);
    const { organizationId } = caller;
    const actor = actorOf({ caller, request });
    return presentMarks(await markJob(em, { jobId, organizationId, marks: body, actor }));
  },
});
