import { createOutlooks } from "#api/accept/pipeline-outlook.ts";
import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentPipeline } from "#api/present/pipeline.ts";
import { pageOf } from "#api/schemas/common.ts";
import { pipelineSchema, pipelinesQuery } from "#api/schemas/pipeline.ts";
import { listPipelines as listRows } from "#db/pipelines/pipelines.ts";

export const listPipelines = defineRoute({
  method: "get",
  path: "/v1/pipelines",
  operationId: "listPipelines",
  summary: "List pipelines, newest first",
  description: "The pipelines of the organization come first, then the built-in ones.",
  tags: ["Pipelines"],
  access: { permission: "pipelines:read" },
  query: pipelinesQuery,
  status: 200,
  response: pageOf(pipelineSchema),
  errors: [],
  async handle({ query, caller }, dependencies) {
    const { em, settings } = dependencies;
    const { organizationId } = caller;
    const { builtIn, archived = false, search } = query;
    const filter = { builtIn, archived, search };
    const { rows, nextCursor } = await loadPage({
      list: "pipelines",
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listRows(em, { organizationId, filter, ...part }),
      idOf: ({ pipeline }) => pipeline.id,
    });
    const outlookOf = await createOutlooks(dependencies);
    const data = [];
    for (const { pipeline, version } of rows) {
      data.push(presentPipeline(pipeline, await outlookOf(version.definition, version.checked)));
    }
    return { data, nextCursor };
  },
});
