import {
  findVideo,
  noteModel,
  presentVideo,
  videoParams,
  videoSchema,
} from "#api/doors/openai/videos.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentJobView } from "#api/present/jobs.ts";
import { waitWhenPossible } from "#api/streams/wait-for-job.ts";

/** Clients ask every second, which would use up the requests of an hour in a minute. */
const waitSeconds = 20;

export const getVideo = defineRoute({
  method: "get",
  path: "/openai/v1/videos/{videoId}",
  operationId: "openaiGetVideo",
  summary: "Retrieve a video, after at most 20 seconds while it is made",
  tags: ["OpenAI"],
  access: { permission: "jobs:read" },
  lenient: true,
  params: videoParams,
  status: 200,
  response: videoSchema,
  errors: ["job_not_found", "outside_organization"],
  async handle(input, dependencies) {
    const jobId = (await findVideo(input.params.videoId, input, dependencies)).id;
    await waitWhenPossible(jobId, { ...input, waitSeconds }, dependencies);
    const { organizationId } = input.caller;
    const view = await dependencies.findJobView({ jobId, organizationId });
    const presented = await presentJobView(view, dependencies);
    noteModel(presented, input);
    return presentVideo(presented);
  },
});
