import { z } from "zod";

import type { Job } from "#db/entities/job.ts";
import type { NewJob } from "#db/jobs/jobs.ts";
import { AppError } from "#domain/errors.ts";
import { inputsProblem } from "#domain/pipelines/kinds/transform.ts";
import { operationNames, operations, type MediaOperation } from "#domain/pipelines/operations.ts";
import type { StepStart } from "#domain/pipelines/runs/run-state.ts";
import type { ContentType, FileKind } from "#domain/requests/capability.ts";
import { whyNoOperations } from "#domain/routing/refusals.ts";
import type { Candidate } from "#domain/routing/routing.ts";

import { parseRequest } from "./parse-request.ts";
import { givenFilesSchema, toInput } from "./step-inputs.ts";
import { stepJobOf } from "./step-job.ts";

/** Fields of a `transform` step that decide its job, with their values. */
const requestSchema = z.object({
  operation: z.enum(operationNames),
  inputs: givenFilesSchema,
  parameters: z.record(z.string(), z.unknown()).default({}),
});

/**
 * Makes the job of a step that edits files, which costs nothing. Throws `request_invalid` for values that the operation
 * does not accept, and the reason for which no provider performs operations. A provider that is unavailable for a while
 * is no such reason, because the job waits for it.
 */
export function planTransform({
  run,
  start,
  mediaModel,
}: {
  run: Job;
  start: StepStart;
  mediaModel: Candidate | null;
}): NewJob {
  const refusal = whyNoOperations(mediaModel);
  if (mediaModel === null || (refusal !== null && refusal.code !== "provider_not_available")) {
    throw refusal ?? new AppError("no_model_available");
  }
  const step = parseRequest(requestSchema, start.request);
  const inputs = step.inputs.map(toInput);
  const kinds = inputs.map(({ kind }) => kind);
  const problem = inputsProblem(
    step.operation,
    kinds.map((kind) => ({ kind, many: false })),
  );
  if (problem !== null) throw new AppError("request_invalid", { message: problem });
  const operation: MediaOperation = {
    name: step.operation,
    parameters: parseRequest(operations[step.operation].parameters, step.parameters, [
      "parameters",
    ]),
  };
  return stepJobOf(
    { run, start },
    {
      request: { parseIntent: false, inputs, operation, parameters: {} },
      capability: null,
      contentType: contentTypeOf(operation, kinds),
      choice: {
        modelId: mediaModel.modelId,
        providerSlug: mediaModel.provider,
        providerKeyId: null,
        credits: 0,
        routing: {
          strategy: "requested",
          reason: `${mediaModel.modelId} performs ${operation.name}.`,
          assumptions: [],
        },
      },
    },
  );
}

function contentTypeOf({ name }: MediaOperation, [first]: readonly FileKind[]): ContentType {
  const { makes } = operations[name];
  if (makes !== "same") return makes;
  return first === "video" || first === "audio" ? first : "image";
}
