import { z } from "zod";

import { findVideo, findVideoFile, videoParams } from "#api/doors/openai/videos.ts";
import { fileMedia, serveFile } from "#api/files/serve-file.ts";
import { defineRoute } from "#api/http/route.ts";

export const getVideoContent = defineRoute({
  method: "get",
  path: "/openai/v1/videos/{videoId}/content",
  operationId: "openaiGetVideoContent",
  summary: "Download the file of a video",
  tags: ["OpenAI"],
  access: { permission: "jobs:read" },
  lenient: true,
  params: videoParams,
  query: z.object({ variant: z.literal("video").optional() }),
  status: 200,
  response: fileMedia,
  errors: [
    "job_not_found",
    "outside_organization",
    "job_not_final",
    "output_not_found",
    "output_expired",
    "range_not_satisfiable",
  ],
  conditional: true,
  ranges: true,
  async handle(input, dependencies) {
    const { params, request, setHeader } = input;
    const job = await findVideo(params.videoId, input, dependencies);
    const file = await findVideoFile(job, dependencies);
    return serveFile(file, dependencies.storage, {
      request,
      setHeader,
      cacheControl: "private, max-age=3600",
      gone: "output_expired",
    });
  },
});
