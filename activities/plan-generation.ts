import { listCandidates } from "#db/catalog.ts";
import { Job } from "#db/entities/job.ts";
import { noteStage, planJob } from "#db/job-steps.ts";
import type { JobChoice } from "#db/jobs.ts";
import { missingInputs } from "#domain/capability.ts";
import { AppError } from "#domain/errors.ts";
import { generationOf } from "#domain/generation-of.ts";
import type { GenerationPlan } from "#domain/generation-run.ts";
import { chooseModel, type Candidate, type RouteQuestion } from "#domain/routing.ts";

import type { ActivityDependencies } from "./dependencies.ts";
import { findPlan } from "./job-records.ts";

/**
 * Chooses the model of a job whose message had to be read first, freezes its price and holds the
 * credits. A second call returns the first one's choice.
 */
export function createPlanGeneration({ orm, providerSettings }: ActivityDependencies) {
  return async function planGeneration({
    jobId,
    step,
  }: {
    jobId: string;
    step: string;
  }): Promise<GenerationPlan> {
    const em = orm.em.fork();
    await noteStage(em, { jobId, stage: "reserving" });
    const job = await em.findOneOrFail(Job, jobId);
    if (job.credits === null || job.credits === undefined) {
      const candidates = await listCandidates(em, providerSettings);
      await planJob(orm.em.fork(), { jobId, step, choice: choose(job, candidates) });
    }
    return findPlan(orm.em.fork(), jobId);
  };
}

function choose(job: Job, candidates: readonly Candidate[]): JobChoice {
  const { capability, parameters } = generationOf(job);
  const { request, intent } = job;
  const kinds = request.inputs.map((input) => input.kind);
  const missing = missingInputs(capability, kinds);
  if (missing.length > 0) throw new AppError("input_missing", { details: { missing } });

  const question: RouteQuestion = {
    capability,
    inputs: kinds,
    parameters,
    requestedModel: request.model,
    requestedProvider: request.provider,
    preferences: request.routing,
    maxCredits: request.maxCredits,
  };
  const { decision, assumptions } = followWish(candidates, question, {
    model: intent?.requestedModel,
    provider: intent?.requestedProvider,
  });
  return {
    modelId: decision.candidate.modelId,
    providerSlug: decision.candidate.provider,
    credits: decision.credits,
    routing: { strategy: decision.strategy, reason: decision.reason, assumptions },
  };
}

/**
 * A model that the message names is taken when we know it; a name that means nothing here is no
 * reason to fail, but is told. What the request itself names was checked at acceptance.
 */
function followWish(
  candidates: readonly Candidate[],
  question: RouteQuestion,
  wish: { model: string | undefined; provider: string | undefined },
): { decision: ReturnType<typeof chooseModel>; assumptions: string[] } {
  const isNamed = question.requestedModel !== undefined || question.requestedProvider !== undefined;
  if (isNamed || (wish.model === undefined && wish.provider === undefined)) {
    return { decision: chooseModel(candidates, question), assumptions: [] };
  }
  try {
    const wished = { ...question, requestedModel: wish.model, requestedProvider: wish.provider };
    return { decision: chooseModel(candidates, wished), assumptions: [] };
  } catch (error) {
    const unknown =
      error instanceof AppError &&
      (error.code === "model_not_found" || error.code === "provider_not_found");
    if (!unknown) throw error;
    const name = wish.model ?? wish.provider ?? "";
    return {
      decision: chooseModel(candidates, question),
      assumptions: [`"${name}" is not in the catalog; another model was chosen.`],
    };
  }
}
