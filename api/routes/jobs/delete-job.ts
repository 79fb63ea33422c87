import { z } from "zod";

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { jobParams } from "#api/schemas/job.ts";
import { deleteJob as deleteRow } from "#db/jobs/delete-job.ts";
import { purgeJob } from "#db/jobs/purge-job.ts";

export const deleteJob = defineRoute({
  method: "delete",
  path: "/v1/jobs/{jobId}",
  operationId: "deleteJob",
  summary: "Delete the content of a job",
  description:
    "Deletes prompt, inputs and outputs; the job can no longer be retrieved. Its charge stays in the " +
    "ledger. The job must have ended; cancel a running job first. Repeating the request has no effect.",
  tags: ["Jobs"],
  access: { permission: "jobs:write" },
  params: jobParams,
  status: 204,
  response: z.undefined(),
  errors: ["job_not_found", "outside_organization", "job_not_final", "job_in_use"],
  async handle({ params: { jobId }, caller, request }, { em, orm, storage, log }) {
    request.aboutJob(jobId);
    const { organizationId } = caller;
    await deleteRow(em, { jobId, organizationId, actor: actorOf({ caller, request }) });
    // The files can no longer be read through the API; the next sweep deletes the remaining ones.
    await purgeJob({ orm, storage }, jobId).catch((error: unknown) => {
      log.warn({ jobId, error }, "files of a deleted job not purged yet");
    });
    return undefined;
  },
});
