import { defineRoute } from "#api/http/route.ts";
import { presentShare } from "#api/present/job-share.ts";
import { listOf } from "#api/schemas/common.ts";
import { jobShareSchema } from "#api/schemas/job-share.ts";
import { jobParams } from "#api/schemas/job.ts";
import { listShares } from "#db/jobs/shares.ts";

export const listJobShares = defineRoute({
  method: "get",
  path: "/app/jobs/{jobId}/shares",
  operationId: "listJobShares",
  summary: "List the public links of a job",
  description:
    "Links that have neither expired nor been revoked, newest first, without their URLs.",
  tags: ["Jobs"],
  access: { permission: "jobs:read", session: true },
  params: jobParams,
  status: 200,
  response: listOf(jobShareSchema),
  errors: ["job_not_found", "outside_organization"],
  async handle({ params: { jobId }, caller: { organizationId }, request }, { em }) {
    request.aboutJob(jobId);
    const shares = await listShares(em, { jobId, organizationId });
    return { data: shares.map(presentShare) };
  },
});
