import { createOutlooks } from "#api/accept/pipeline-outlook.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentPipelineVersion } from "#api/present/pipeline.ts";
import {
  countedOfPipelines,
  pipelineParams,
  pipelineWithDefinitionSchema,
  versionQuery,
} from "#api/schemas/pipeline.ts";
import { findPipelineVersion } from "#db/pipelines/pipelines.ts";

export const getPipeline = defineRoute({
  method: "get",
  path: "/v1/pipelines/{pipelineId}",
  operationId: "getPipeline",
  summary: "Retrieve a pipeline",
  description:
    "Returns a version with its definition, the types of its results, and the price and the problems that " +
    "a run would have today.",
  tags: ["Pipelines"],
  access: { permission: "pipelines:read" },
  params: pipelineParams,
  query: versionQuery,
  status: 200,
  response: pipelineWithDefinitionSchema,
  errors: ["pipeline_not_found", "pipeline_version_not_found", "outside_organization"],
  counted: countedOfPipelines,
  conditional: true,
  async handle({ params, query, caller }, dependencies) {
    const { organizationId } = caller;
    const { pipelineId } = params;
    const { version } = query;
    const found = await findPipelineVersion(dependencies.em, {
      pipelineId,
      organizationId,
      version,
    });
    const outlookOf = await createOutlooks(dependencies);
    const { definition, checked } = found.version;
    return presentPipelineVersion(found, await outlookOf(definition, checked));
  },
});
