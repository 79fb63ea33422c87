import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentShare } from "#api/present/job-share.ts";
import { createdJobShareSchema, newJobShareSchema } from "#api/schemas/job-share.ts";
import { jobParams } from "#api/schemas/job.ts";
import { createShare } from "#db/jobs/shares.ts";

export const createJobShare = defineRoute({
  method: "post",
  path: "/app/jobs/{jobId}/shares",
  operationId: "createJobShare",
  summary: "Create a public link to the result of a job",
  description:
    "Anyone with the URL sees the files without an account, until the link expires or is revoked, or the job is " +
    "deleted. Only this response contains the URL.",
  tags: ["Jobs"],
  access: { permission: "jobs:write", session: true },
  params: jobParams,
  body: newJobShareSchema,
  status: 201,
  response: createdJobShareSchema,
  errors: [
    "job_not_found",
    "outside_organization",
    "job_not_final",
    "output_not_found",
    "share_limit_reached",
  ],
  idempotent: true,
  examples: { body: { month: { days: 30, showsPrompt: true } } },
  async handle({ params: { jobId }, body, caller, request }, { em, settings }) {
    request.aboutJob(jobId);
    const { organizationId, accountId } = caller;
    const actor = actorOf({ caller, request });
    const { share, token } = await createShare(em, {
      jobId,
      organizationId,
      accountId,
      actor,
      ...body,
    });
    return { ...presentShare(share), url: `${settings.publicUrl}/s/${token}` };
  },
});
