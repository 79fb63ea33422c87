import { z } from "zod";

import type { Job, JobRequest } from "#db/entities/job.ts";
import { listInputFacts } from "#db/jobs/assets.ts";
import type { NewJob } from "#db/jobs/jobs.ts";
import type { EntityManager } from "#db/orm.ts";
import { parametersSchema, toParameters } from "#domain/pipelines/generation-parameters.ts";
import { routingSchema } from "#domain/pipelines/kinds/generate.ts";
import type { StepStart } from "#domain/pipelines/runs/run-state.ts";
import { capabilities } from "#domain/requests/capability.ts";
import { generationOf } from "#domain/requests/generation-of.ts";
import { chooseForMessage } from "#domain/routing/choose-for-message.ts";
import { toJobChoice } from "#domain/routing/job-choice.ts";
import type { Candidate, RoutingPreferences } from "#domain/routing/routing.ts";

import { parseRequest } from "./parse-request.ts";
import { givenFilesSchema, toInput } from "./step-inputs.ts";
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
  const ordered = toJobRequest(start.request, maxCredits);
  const inputs = await listInputFacts(em, ordered.inputs);
  const read = { request: ordered, inputs };
  const choice = toJobChoice(chooseForMessage(candidates, read, Math.random()));
  const { capability, contentType } = generationOf(read);
  return stepJobOf(
    { run, start },
    {
      request: ordered,
      capability,
      contentType,
      choice,
    },
  );
}

/** Fields of a `generate` step that decide its job, with their values. */
const requestSchema = z.object({
  capability: z.enum(capabilities),
  prompt: z.string().optional(),
  inputs: givenFilesSchema.default([]),
  parameters: parametersSchema.default({}),
  model: z.string().optional(),
  provider: z.string().optional(),
  routing: routingSchema.optional(),
  maxCredits: z.number().optional(),
});

function toJobRequest(given: StepStart["request"], maxCredits: number): JobRequest {
  const step = parseRequest(requestSchema, given);
  const { capability, prompt, inputs, parameters, model, provider, routing } = step;
  return {
    parseIntent: false,
    capability,
    inputs: inputs.map(toInput),
    parameters: toParameters(parameters),
    maxCredits: Math.min(step.maxCredits ?? maxCredits, maxCredits),
    ...(prompt === undefined ? {} : { prompt }),
    ...(model === undefined ? {} : { model }),
    ...(provider === undefined ? {} : { provider }),
    ...(routing === undefined ? {} : { routing: routing as RoutingPreferences }),
  };
}
