import type { Job } from "#db/entities/job.ts";
import type { NewJob } from "#db/jobs/jobs.ts";
import { AppError } from "#domain/errors.ts";
import { inputsProblem, type TransformStep } from "#domain/pipelines/kinds/transform.ts";
import { operations, type MediaOperation } from "#domain/pipelines/operations.ts";
import type { StepStart } from "#domain/pipelines/runs/run-state.ts";
import type { ContentType, FileKind } from "#domain/requests/capability.ts";
import { whyNoOperations } from "#domain/routing/refusals.ts";
import type { Candidate } from "#domain/routing/routing.ts";

import { toInput, type GivenFile } from "./step-inputs.ts";
import { stepJobOf } from "./step-job.ts";

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
  const step = start.request as unknown as TransformStep;
  const inputs = (step.inputs as unknown as readonly GivenFile[]).map(toInput);
  const kinds = inputs.map(({ kind }) => kind);
  const problem = inputsProblem(
    step.operation,
    kinds.map((kind) => ({ kind, many: false })),
  );
  if (problem !== null) throw new AppError("request_invalid", { message: problem });
  const operation = { name: step.operation, parameters: readParameters(step) };
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

function readParameters({
  operation,
  parameters = {},
}: TransformStep): MediaOperation["parameters"] {
  const { data, error } = operations[operation].parameters.safeParse(parameters);
  if (error === undefined) return data;
  const [issue] = error.issues;
  const message = `${["parameters", ...(issue?.path ?? [])].join(".")}: ${issue?.message ?? "is invalid"}`;
  throw new AppError("request_invalid", { message });
}

function contentTypeOf({ name }: MediaOperation, [first]: readonly FileKind[]): ContentType {
  const { makes } = operations[name];
  if (makes !== "same") return makes;
  return first === "video" || first === "audio" ? first : "image";
}
