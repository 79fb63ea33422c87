import { z } from "zod";

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { shareParams } from "#api/schemas/job-share.ts";
import { revokeShare } from "#db/jobs/shares.ts";

export const revokeJobShare = defineRoute({
  method: "delete",
  path: "/app/jobs/{jobId}/shares/{shareId}",
  operationId: "revokeJobShare",
  summary: "Revoke a public link of a job",
  description: "Page and files behind the link are gone at once.",
  tags: ["Jobs"],
  access: { permission: "jobs:write", session: true },
  params: shareParams,
  status: 204,
  response: z.undefined(),
  errors: ["job_not_found", "outside_organization", "share_not_found"],
  async handle({ params, caller, request }, { em }) {
    request.aboutJob(params.jobId);
    const { organizationId } = caller;
    await revokeShare(em, { ...params, organizationId, actor: actorOf({ caller, request }) });
    return undefined;
  },
});
