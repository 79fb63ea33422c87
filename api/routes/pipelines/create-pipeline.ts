import { checkPipeline } from "#api/accept/check-pipeline.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
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
  type NewPipelineBody,
  pipelineCheckSchema,
  pipelineWithDefinitionSchema,
} from "#api/schemas/pipeline.ts";
import type { Caller } from "#db/caller.ts";
import { createPipeline as createRow, findPipelineVersion } from "#db/pipelines/pipelines.ts";
import { findRunDefinition } from "#db/pipelines/run-definition.ts";
import { AppError } from "#domain/errors.ts";
import type { Definition } from "#domain/pipelines/definition.ts";

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
    "job_not_found",
    "request_gone",
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
      run: { name: "As in that run", from: { runId: "job_019364d2-7c1e-7b6a-9a52-3f1c2b8e4d10" } },
    },
  },
  async handle(input, dependencies) {
    const replayed =
      input.idempotency === null ? null : await replayAnswer(createPipeline, input, dependencies);
    if (replayed !== null) return JSON.parse(replayed) as PresentedDefinition;
    const { body, caller, request } = input;
    const { organizationId, accountId } = caller;
    const { name, description = null } = body;
    const definition = await findDefinition(body, caller, dependencies);
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

/** Returns the definition of the body, or that of the pipeline or run that it names. */
async function findDefinition(
  { definition, from }: NewPipelineBody,
  { organizationId, permissions }: Caller,
  { em }: Pick<RequestDependencies, "em">,
): Promise<Definition> {
  if (definition !== undefined) return definition;
  if (from === undefined) throw new Error("expected a definition");
  if ("pipelineId" in from) {
    return (await findPipelineVersion(em, { ...from, organizationId })).version.definition;
  }
  // The definition of a run that a message has started contains the message.
  if (!permissions.includes("jobs:read")) {
    throw new AppError("permission_missing", { details: { permission: "jobs:read" } });
  }
  const { runId } = from;
  const found = await findRunDefinition(em, { runId, organizationId });
  if (found !== null) return found;
  const message = "The job is not a run of a pipeline. Send the jobId of a run.";
  const issues = [{ pointer: "/from/runId", code: "not_a_run", message }];
  throw new AppError("request_invalid", { issues });
}
