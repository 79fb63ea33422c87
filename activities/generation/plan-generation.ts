import type { ActivityDependencies } from "#activities/dependencies.ts";
import { Job } from "#db/entities/job.ts";
import { listInputFacts } from "#db/jobs/assets.ts";
import { noteStage, planJob } from "#db/jobs/job-steps.ts";
import type { EntityManager } from "#db/orm.ts";
import { listCandidates } from "#db/providers/catalog.ts";
import { findOrganizationKeys } from "#db/providers/provider-keys.ts";
import type { GenerationPlan } from "#domain/jobs/generation-run.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";
import { chooseForMessage } from "#domain/routing/choose-for-message.ts";
import { toJobChoice } from "#domain/routing/job-choice.ts";

import { findPlan } from "./job-records.ts";

/**
 * Chooses the model of a job after its message was parsed, freezes the price and holds the credits.
 * Idempotent: a second call returns the first call's choice.
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
      const organizationKeys = await findOrganizationKeys(em, job.organizationId);
      const candidates = await listCandidates(em, providerSettings, { organizationKeys });
      const inputs = await listFacts(em, job);
      const read = { request: job.request, intent: job.intent, inputs };
      const choice = toJobChoice(chooseForMessage(candidates, read, Math.random()));
      await planJob(orm.em.fork(), { jobId, step, choice });
    }
    return findPlan(orm.em.fork(), jobId);
  };
}

/** Files of earlier messages are known once they are stored. */
async function listFacts(em: EntityManager, job: Job): Promise<InputFacts[]> {
  const facts = await listInputFacts(em, job.request.inputs);
  return facts.map((fact, ordinal) => {
    const input = job.request.inputs[ordinal];
    const stored = job.storedInputs?.[ordinal];
    if (input === undefined || !("ordinal" in input) || stored === undefined) return fact;
    const { kind: _kind, storageKey: _key, contentType: _type, ...known } = stored;
    const { bytes: _bytes, sha256: _sha256, ...measured } = known;
    return { ...measured, kind: input.kind };
  });
}
