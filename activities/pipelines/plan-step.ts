import type { Job, JobRequest } from "#db/entities/job.ts";
import { listInputFacts } from "#db/jobs/assets.ts";
import type { NewJob } from "#db/jobs/jobs.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import { parametersSchema, toParameters } from "#domain/pipelines/generation-parameters.ts";
import type { GenerateStep } from "#domain/pipelines/kinds/generate.ts";
import type { StepStart } from "#domain/pipelines/runs/run-state.ts";
import { generationOf } from "#domain/requests/generation-of.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";
import { chooseForMessage } from "#domain/routing/choose-for-message.ts";
import type { Candidate, RoutingPreferences } from "#domain/routing/routing.ts";

/** A file as the result of a step, or as an input of the run. */
type FileValue = { readonly contentType: string } & (
  | { readonly outputId: string }
  | { readonly assetId: string }
);
type GivenFile = FileValue | { readonly kind: GenerationInput["kind"]; readonly from: FileValue };

/**
 * Makes the job of a step: its request, model and price. Throws what `chooseModel` throws, and `request_invalid` for
 * values that no model accepts. `maxCredits` is the price that the run holds for the step.
 */
export async function planStep(
  em: EntityManager,
  {
    run,
    start: { key, attempt, request },
    maxCredits,
    candidates,
  }: { run: Job; start: StepStart; maxCredits: number; candidates: readonly Candidate[] },
): Promise<NewJob> {
  const ordered = toJobRequest(request as unknown as GenerateStep, maxCredits);
  const inputs = await listInputFacts(em, ordered.inputs);
  const read = { request: ordered, inputs };
  const choice = chooseForMessage(candidates, read, Math.random());
  const { candidate, credits, strategy, reason, assumptions } = choice;
  const { capability, contentType } = generationOf(read);
  return {
    organizationId: run.organizationId,
    accountId: run.accountId,
    apiKeyId: run.apiKeyId ?? null,
    source: "pipeline",
    request: ordered,
    capability,
    contentType,
    metadata: {},
    pipeline: { id: run.pipelineId ?? "", version: run.pipelineVersion ?? 0 },
    run: { id: run.id, step: key, attempt },
    choice: {
      modelId: candidate.modelId,
      providerSlug: candidate.provider,
      providerKeyId: candidate.providerKeyId,
      credits,
      routing: { strategy, reason, assumptions },
    },
    idempotency: null,
  };
}

function toJobRequest(step: GenerateStep, maxCredits: number): JobRequest {
  const { capability, prompt, model, provider, routing } = step;
  const given = (step.inputs ?? []) as unknown as readonly GivenFile[];
  return {
    parseIntent: false,
    capability,
    inputs: given.map(toInput),
    parameters: readParameters(step.parameters ?? {}),
    maxCredits: Math.min(step.maxCredits ?? maxCredits, maxCredits),
    ...(prompt === undefined ? {} : { prompt }),
    ...(model === undefined ? {} : { model }),
    ...(provider === undefined ? {} : { provider }),
    ...(routing === undefined ? {} : { routing: routing as RoutingPreferences }),
  };
}

function readParameters(given: object): JobRequest["parameters"] {
  const { data, error } = parametersSchema.safeParse(given);
  if (error === undefined) return toParameters(data);
  const [issue] = error.issues;
  const message = `${issue?.path.join(".") ?? "parameters"}: ${issue?.message ?? "is invalid"}`;
  throw new AppError("request_invalid", { message });
}

function toInput(given: GivenFile): GenerationInput {
  const { kind, file } =
    "from" in given
      ? { kind: given.kind, file: given.from }
      : { kind: kindOf(given.contentType), file: given };
  return "outputId" in file ? { kind, outputId: file.outputId } : { kind, assetId: file.assetId };
}

function kindOf(contentType: string): GenerationInput["kind"] {
  const [kind] = contentType.split("/");
  if (kind === "image" || kind === "video" || kind === "audio") return kind;
  throw new AppError("request_invalid", { message: `A file is ${contentType}.` });
}
