import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentJobs } from "#api/present/jobs.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { jobSchema } from "#api/schemas/job.ts";
import { pipelineParams } from "#api/schemas/pipeline.ts";
import { listJobs } from "#db/jobs/jobs.ts";
import { findPipeline } from "#db/pipelines/pipelines.ts";
import { jobStatuses } from "#domain/jobs/job.ts";

export const listPipelineRuns = defineRoute({
  method: "get",
  path: "/v1/pipelines/{pipelineId}/runs",
  operationId: "listPipelineRuns",
  summary: "List the runs of a pipeline, newest first",
  description: "Lists the runs of the organization, of all versions.",
  tags: ["Pipelines"],
  access: { permission: "pipelines:read" },
  params: pipelineParams,
  query: z.object({
    status: z.enum(jobStatuses).optional(),
    limit: limitParameter,
    cursor: cursorParameter,
  }),
  status: 200,
  response: pageOf(jobSchema),
  errors: ["pipeline_not_found", "outside_organization"],
  async handle({ params: { pipelineId }, query, caller }, dependencies) {
    const { em, settings } = dependencies;
    const { organizationId } = caller;
    await findPipeline(em, { pipelineId, organizationId });
    const { rows, nextCursor } = await loadPage({
      list: `runs of ${pipelineId}`,
      secrets: settings.signingSecrets,
      query,
      load: async ({ limit, beforeId }) =>
        listJobs(em, {
          organizationId,
          filter: { pipelineId, status: query.status },
          limit,
          beforeId,
        }),
      idOf: ({ id }) => id,
    });
    return { data: await presentJobs(rows, dependencies), nextCursor };
  },
});
