import { checkPipeline } from "#api/accept/check-pipeline.ts";
import { createOutlooks } from "#api/accept/pipeline-outlook.ts";
import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentPipelineVersion } from "#api/present/pipeline.ts";
import {
  countedOfPipelines,
  pipelineChangeSchema,
  pipelineParams,
  pipelineWithDefinitionSchema,
} from "#api/schemas/pipeline.ts";
import { findPipeline, updatePipeline as updateRow } from "#db/pipelines/pipelines.ts";

import { getPipeline } from "./get-pipeline.ts";

export const updatePipeline = defineRoute({
  method: "put",
  path: "/v1/pipelines/{pipelineId}",
  operationId: "updatePipeline",
  summary: "Update a pipeline",
  description:
    "Omitted fields stay unchanged. A definition is checked as in `POST /v1/pipelines` and becomes the next " +
    "version; one that equals the latest version creates none. Versions never change, and runs in progress " +
    "keep theirs.",
  tags: ["Pipelines"],
  access: { permission: "pipelines:write" },
  params: pipelineParams,
  body: pipelineChangeSchema,
  status: 200,
  response: pipelineWithDefinitionSchema,
  errors: [
    "pipeline_not_found",
    "outside_organization",
    "pipeline_built_in",
    "pipeline_archived",
    "pipeline_limit_reached",
    "overloaded",
  ],
  counted: countedOfPipelines,
  examples: { body: { archive: { archived: true }, rename: { name: "Owl film" } } },
  current: async (input, dependencies) => getPipeline.handle(input, dependencies),
  async handle({ params, body, caller, request }, dependencies) {
    const { definition, ...change } = body;
    const ref = { pipelineId: params.pipelineId, organizationId: caller.organizationId };
    // A definition for another organization's pipeline is not worth a check.
    await findPipeline(dependencies.em, ref);
    const version =
      definition === undefined ? undefined : await checkPipeline(definition, caller, dependencies);
    const updated = await updateRow(dependencies.em, {
      ...ref,
      change: { ...change, version },
      actor: actorOf({ caller, request }),
    });
    const outlookOf = await createOutlooks(dependencies);
    const { version: latest } = updated;
    return presentPipelineVersion(updated, await outlookOf(latest.definition, latest.checked));
  },
});
