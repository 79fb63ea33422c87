import { checkPipeline } from "#api/accept/check-pipeline.ts";
import { actorOf } from "#api/http/acting.ts";
import { answerIdempotently, replayAnswer } from "#api/http/answer-once.ts";
import { defineRoute, type Route } from "#api/http/route.ts";
import {
  presentCheck,
  presentPipelineVersion,
  type PresentedDefinition,
} from "#api/present/pipeline.ts";
import {
  newPipelineSchema,
  pipelineCheckSchema,
  pipelineWithDefinitionSchema,
} from "#api/schemas/pipeline.ts";
import { createPipeline as createRow, findPipelineVersion } from "#db/pipelines/pipelines.ts";

const parameters = { pipelineId: "$response.body#/pipelineId" };

export const createPipeline: Route = defineRoute({
  method: "post",
  path: "/v1/pipelines",
  operationId: "createPipeline",
  summary: "Create a pipeline",
  description:
    "Checks the definition, down to the types of its expressions, and stores it as version 1. `errors` " +
    "contains every problem with a JSON pointer. What depends on today, such as a provider without a key, " +
    "is a warning.",
  tags: ["Pipelines"],
  access: { permission: "pipelines:write" },
  body: newPipelineSchema,
  status: 201,
  response: pipelineWithDefinitionSchema,
  errors: [
    "pipeline_limit_reached",
    "pipeline_not_found",
    "pipeline_version_not_found",
    "outside_organization",
    "overloaded",
  ],
  idempotent: "handler",
  alternative: {
    status: 200,
    description: "The result of the check, for a request with `dryRun`.",
    response: pipelineCheckSchema,
  },
  links: {
    pipeline: { operationId: "getPipeline", parameters },
    versions: { operationId: "listPipelineVersions", parameters },
  },
  examples: {
    body: {
      film: {
        name: "Fox film",
        definition: {
          schemaVersion: 1,
          inputs: { topic: { type: "text", maxLength: 500 } },
          steps: {
            image: {
              kind: "generate",
              capability: "text-to-image",
              prompt: "A photo of {{ inputs.topic }}",
            },
            film: {
              kind: "generate",
              capability: "image-to-video",
              inputs: ["{{ steps.image.output }}"],
            },
          },
          outputs: { film: "{{ steps.film.output }}", image: "{{ steps.image.output }}" },
        },
      },
      copy: { name: "My narrated clip", from: { pipelineId: "narrated-clip" } },
    },
  },
  async handle(input, dependencies) {
    const replayed =
      input.idempotency === null ? null : await replayAnswer(createPipeline, input, dependencies);
    if (replayed !== null) return JSON.parse(replayed) as PresentedDefinition;
    const { body, caller, request } = input;
    const { organizationId, accountId } = caller;
    const { name, description = null, from } = body;
    const definition =
      from === undefined
        ? body.definition
        : (await findPipelineVersion(dependencies.em, { ...from, organizationId })).version
            .definition;
    if (definition === undefined) throw new Error("expected a definition");
    const version = await checkPipeline(definition, caller, dependencies);
    if (body.dryRun === true) return { alternative: presentCheck(version) };
    const handle = async (
      { setHeader }: Pick<typeof input, "setHeader">,
      { em }: Pick<typeof dependencies, "em">,
    ): Promise<PresentedDefinition> => {
      const actor = actorOf({ caller, request });
      const pipeline = { organizationId, createdBy: accountId, name, description, version, actor };
      const created = await createRow(em, pipeline);
      setHeader("Location", `/v1/pipelines/${created.pipeline.id}`);
      return presentPipelineVersion(created, version.outlook);
    };
    if (input.idempotency === null) return handle(input, dependencies);
    return JSON.parse(
      await answerIdempotently(createPipeline, input, dependencies, handle),
    ) as PresentedDefinition;
  },
});
