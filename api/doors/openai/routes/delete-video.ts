import { z } from "zod";

import { findVideo, videoParams } from "#api/doors/openai/videos.ts";
import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { waitWhenPossible } from "#api/streams/wait-for-job.ts";
import { deleteJob } from "#db/jobs/delete-job.ts";
import { requestCancel } from "#db/jobs/jobs.ts";
import { purgeJob } from "#db/jobs/purge-job.ts";
import { AppError } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";

/** Time for a provider to confirm that it stops. */
const waitSeconds = 20;

export const deleteVideo = defineRoute({
  method: "delete",
  path: "/openai/v1/videos/{videoId}",
  operationId: "openaiDeleteVideo",
  summary: "Delete a video; one that is being made is canceled first, and 409 until it has ended",
  tags: ["OpenAI"],
  access: { permission: "jobs:write" },
  lenient: true,
  params: videoParams,
  status: 200,
  response: z.object({
    id: z.string(),
    object: z.literal("video.deleted"),
    deleted: z.boolean(),
  }),
  errors: ["job_not_found", "outside_organization", "job_not_final", "job_in_use"],
  async handle(input, dependencies) {
    const { caller, request } = input;
    const { orm, em, storage, log } = dependencies;
    const { id: jobId, status } = await findVideo(input.params.videoId, input, dependencies);
    const job = { jobId, organizationId: caller.organizationId };
    if (!isFinal(status)) {
      await requestCancel(em.fork(), job).catch(ignoreEnded);
      dependencies.onOutbox();
      await waitWhenPossible(jobId, { ...input, waitSeconds }, dependencies);
    }
    await deleteJob(em.fork(), { ...job, actor: actorOf({ caller, request }) });
    // The file can no longer be read through the API; the next sweep deletes what remains.
    await purgeJob({ orm, storage }, jobId).catch((error: unknown) => {
      log.warn({ jobId, error }, "files of a deleted job not purged yet");
    });
    return { id: jobId, object: "video.deleted" as const, deleted: true };
  },
});

/** The job ended before it could be canceled. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof AppError && error.code === "job_already_final")) throw error;
}
