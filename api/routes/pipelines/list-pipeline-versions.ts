import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentVersionEntry } from "#api/present/pipeline.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { pipelineParams, pipelineVersionSchema } from "#api/schemas/pipeline.ts";
import { listPipelineVersions as listRows } from "#db/pipelines/pipelines.ts";

export const listPipelineVersions = defineRoute({
  method: "get",
  path: "/v1/pipelines/{pipelineId}/versions",
  operationId: "listPipelineVersions",
  summary: "List the versions of a pipeline, newest first",
  description: "A version never changes.",
  tags: ["Pipelines"],
  access: { permission: "pipelines:read" },
  params: pipelineParams,
  query: z.object({ limit: limitParameter, cursor: cursorParameter }),
  status: 200,
  response: pageOf(pipelineVersionSchema),
  errors: ["pipeline_not_found", "outside_organization"],
  async handle({ params, query, caller }, { em, settings }) {
    const { organizationId } = caller;
    const { pipelineId } = params;
    const { rows, nextCursor } = await loadPage({
      list: `versions of ${pipelineId}`,
      secrets: settings.signingSecrets,
      query,
      load: async ({ limit, beforeId }) => {
        const beforeVersion = beforeId === undefined ? undefined : Number(beforeId);
        return listRows(em, { pipelineId, organizationId, limit, beforeVersion });
      },
      idOf: ({ version }) => String(version.version),
    });
    return { data: rows.map(presentVersionEntry), nextCursor };
  },
});
