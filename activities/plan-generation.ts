import { listCandidates } from "#db/catalog.ts";
import { Job } from "#db/entities/job.ts";
import { noteStage, planJob } from "#db/job-steps.ts";
import type { JobChoice } from "#db/jobs.ts";
import { chooseForMessage } from "#domain/choose-for-message.ts";
import type { GenerationPlan } from "#domain/generation-run.ts";
import type { Candidate } from "#domain/routing.ts";

import type { ActivityDependencies } from "./dependencies.ts";
import { findPlan } from "./job-records.ts";

/**
 * Chooses the model of a job whose message had to be read first, freezes its price and holds the
 * credits. A second call returns the first one's choice.
 */
export function createPlanGeneration({
  orm,
  providerSettings,
}: Pick<ActivityDependencies, "orm" | "providerSettings">) {
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
  const { candidate, credits, strategy, reason, assumptions } = chooseForMessage(
    candidates,
    job,
    Math.random(),
  );
  return {
    modelId: candidate.modelId,
    providerSlug: candidate.provider,
    credits,
    routing: { strategy, reason, assumptions },
  };
}
