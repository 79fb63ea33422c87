import { z } from "zod";

import { presentVideo, videoSchema } from "#api/doors/openai/videos.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentJobs } from "#api/present/jobs.ts";
import { listJobs } from "#db/jobs/jobs.ts";

export const listVideos = defineRoute({
  method: "get",
  path: "/openai/v1/videos",
  operationId: "openaiListVideos",
  summary: "List the videos of the organization, newest first",
  tags: ["OpenAI"],
  access: { permission: "jobs:read" },
  lenient: true,
  query: z.object({
    after: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    order: z.literal("desc").optional(),
  }),
  status: 200,
  response: z.object({
    object: z.literal("list"),
    data: z.array(videoSchema),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  }),
  errors: [],
  async handle({ query: { after, limit }, caller }, dependencies) {
    const jobs = await listJobs(dependencies.em, {
      organizationId: caller.organizationId,
      filter: { contentType: "video" },
      // One extra row shows whether another page follows.
      limit: limit + 1,
      beforeId: after,
    });
    const data = (await presentJobs(jobs.slice(0, limit), dependencies)).map(presentVideo);
    return {
      object: "list" as const,
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: jobs.length > limit,
    };
  },
});
