import type { Job, JobRequest } from "#db/entities/job.ts";
import { listInputFacts } from "#db/jobs/assets.ts";
import type { NewJob } from "#db/jobs/jobs.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import { parametersSchema, toParameters } from "#domain/pipelines/generation-parameters.ts";
import type { GenerateStep } from "#domain/pipelines/kinds/generate.ts";
import type { StepStart } from "#domain/pipelines/runs/run-state.ts";
import { generationOf } from "#domain/requests/generation-of.ts";
import { chooseForMessage } from "#domain/routing/choose-for-message.ts";
import type { Candidate, RoutingPreferences } from "#domain/routing/routing.ts";

import { toInput, type GivenFile } from "./step-inputs.ts";
import { stepJobOf } from "./step-job.ts";

/**
 * Makes the job of a step that generates something: its request, model and price. Throws what `chooseModel` throws, and
 * `request_invalid` for values that no model accepts. `maxCredits` is the price that the run holds for the step.
 */
export async function planGenerate(
  em: EntityManager,
  {
    run,
    start,
    maxCredits,
    candidates,
  }: { run: Job; start: StepStart; maxCredits: number; candidates: readonly Candidate[] },
): Promise<NewJob> {
  const ordered = toJobRequest(start.request as unknown as GenerateStep, maxCredits);
  const inputs = await listInputFacts(em, ordered.inputs);
  const read = { request: ordered, inputs };
  const choice = chooseForMessage(candidates, read, Math.random());
  const { candidate, credits, strategy, reason, assumptions } = choice;
  const { capability, contentType } = generationOf(read);
  return stepJobOf(
    { run, start },
    {
      request: ordered,
      capability,
      contentType,
      choice: {
        modelId: candidate.modelId,
        providerSlug: candidate.provider,
        providerKeyId: candidate.providerKeyId,
        credits,
        routing: { strategy, reason, assumptions },
      },
    },
  );
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
