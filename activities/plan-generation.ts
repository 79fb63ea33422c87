import { listInputFacts } from "#db/assets.ts";
import { listCandidates } from "#db/catalog.ts";
import { Job } from "#db/entities/job.ts";
import { noteStage, planJob } from "#db/job-steps.ts";
import type { JobChoice } from "#db/jobs.ts";
import { findOwnKeys } from "#db/provider-keys.ts";
import { chooseForMessage, type ReadRequest } from "#domain/choose-for-message.ts";
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
      const ownKeys = await findOwnKeys(em, job.organizationId);
      const candidates = await listCandidates(em, providerSettings, { ownKeys });
      const inputs = await listInputFacts(em, job.request.inputs);
      const choice = choose({ request: job.request, intent: job.intent, inputs }, candidates);
      await planJob(orm.em.fork(), { jobId, step, choice });
    }
    return findPlan(orm.em.fork(), jobId);
  };
}

function choose(read: ReadRequest, candidates: readonly Candidate[]): JobChoice {
  const { candidate, credits, strategy, reason, assumptions } = chooseForMessage(
    candidates,
    read,
    Math.random(),
  );
  return {
    modelId: candidate.modelId,
    providerSlug: candidate.provider,
    providerKeyId: candidate.providerKeyId,
    credits,
    routing: { strategy, reason, assumptions },
  };
}
