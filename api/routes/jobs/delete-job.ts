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
  summary: "Delete what a job was told and has made",
  description:
    "Its prompt, inputs and outputs are gone, and it can be read no more; what it cost stays in the ledger. " +
    "Only for jobs that have ended: cancel the others first. Deleting it again changes nothing.",
  tags: ["Jobs"],
  access: { permission: "jobs:write" },
  params: jobParams,
  status: 204,
  response: z.undefined(),
  errors: ["job_not_found", "outside_organization", "job_not_final"],
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
