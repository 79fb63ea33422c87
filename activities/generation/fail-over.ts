import type { ActivityDependencies } from "#activities/dependencies.ts";
import { isShortage } from "#db/billing/credits.ts";
import { Job } from "#db/entities/job.ts";
import type { ProviderSubmission } from "#db/entities/job.ts";
import { listInputFacts } from "#db/jobs/assets.ts";
import { failOverJob } from "#db/jobs/fail-over.ts";
import { findLastSubmission, listSubmissions } from "#db/jobs/submissions.ts";
import type { EntityManager } from "#db/orm.ts";
import { listModels, toCandidate } from "#db/providers/catalog.ts";
import { findOrganizationKeys } from "#db/providers/provider-keys.ts";
import { serviceOf } from "#db/providers/service-of.ts";
import { AppError } from "#domain/errors.ts";
import type { GenerationPlan, GenerationRef } from "#domain/jobs/generation-run.ts";
import { isProviderTrouble, mayFailOver } from "#domain/jobs/submission.ts";
import { toRouteQuestion } from "#domain/routing/choose-for-message.ts";
import { type JobChoice, toJobChoice } from "#domain/routing/job-choice.ts";
import { chooseModel } from "#domain/routing/routing.ts";

import { findPlan } from "./job-records.ts";

type FailOverDependencies = Pick<ActivityDependencies, "orm" | "logger" | "providerSettings">;

/**
 * Chooses another model for a generation that a provider did not accept. Routing runs again without the
 * models already attempted, within the credits held. Returns null when something may have been made, the
 * caller disabled failover, or no other model is suitable. Idempotent: a second call returns the first call's
 * choice.
 */
export function createFailOver(dependencies: FailOverDependencies) {
  return async function failOver(ref: GenerationRef): Promise<GenerationPlan | null> {
    const { orm } = dependencies;
    await tryNext(dependencies, ref);
    // Read again, because a concurrent run of the same job may have failed over.
    const last = await findLastSubmission(orm.em.fork(), ref);
    if (last === null || last.generation === ref.generation) return null;
    return findPlan(orm.em.fork(), ref.jobId);
  };
}

async function tryNext(
  { orm, logger, providerSettings }: FailOverDependencies,
  ref: GenerationRef,
): Promise<void> {
  const em = orm.em.fork();
  const last = await findLastSubmission(em, ref);
  if (last === null || last.generation > ref.generation) return;
  const { modelId: from } = last;
  const code = last.errorCode ?? "";
  const job = await em.findOneOrFail(Job, ref.jobId);
  const { operation, routing } = job.request;
  // One model performs all media operations.
  if (operation !== undefined || routing?.failover === false || !mayFailOver(code)) return;
  const choice = await chooseNext(em, { providerSettings, job, code });
  if (choice === null) return;
  try {
    if (!(await failOverJob(orm.em.fork(), { ref, choice }))) return;
  } catch (error) {
    if (!isShortage(error)) throw error;
    return;
  }
  logger.info({ jobId: ref.jobId, from, to: choice.modelId, code }, "failed over");
}

interface NextQuestion extends Pick<ActivityDependencies, "providerSettings"> {
  readonly job: Job;
  readonly code: string;
}

async function chooseNext(
  em: EntityManager,
  { job, code, providerSettings }: NextQuestion,
): Promise<JobChoice | null> {
  const { request, intent } = job;
  const inputs = await listInputFacts(em, request.inputs);
  const question = toRouteQuestion({ request, intent, inputs });
  const { capability } = question;
  const organizationKeys = await findOrganizationKeys(em, job.organizationId);
  const models = await listModels(em, providerSettings, { capability }, { organizationKeys });
  const serviceSlugs = new Map(
    models.map(({ model, provider }) => [model.id, serviceOf(model, provider).slug]),
  );
  const tried = await listSubmissions(em, [job.id]);
  const exclude = models
    .map(({ model }) => model.id)
    .filter((modelId) => isSpent(modelId, { tried, serviceSlugs }));
  try {
    const choice = chooseModel(models.map(toCandidate), {
      ...question,
      ...wishOf(job),
      maxCredits: job.credits ?? 0,
      exclude,
      draw: Math.random(),
    });
    const { reason, notices, assumptions } = choice;
    return toJobChoice({
      ...choice,
      reason: `${reason} It took over from ${job.modelId ?? ""} (${code}).`,
      assumptions: [...(job.routing?.assumptions ?? []), ...notices, ...assumptions],
    });
  } catch (error) {
    // No model is left. The job fails with the provider's error, not with routing's.
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

interface Tried {
  readonly tried: readonly ProviderSubmission[];
  /** Slug of the service that each model is called at, by model id. Each service has a base URL and a key. */
  readonly serviceSlugs: ReadonlyMap<string, string>;
}

/**
 * Excludes models already attempted, and every model of a service after an error that concerns the whole
 * provider.
 */
function isSpent(modelId: string, { tried, serviceSlugs }: Tried): boolean {
  return tried.some(
    (attempt) =>
      attempt.modelId === modelId ||
      (serviceSlugs.get(attempt.modelId) === serviceSlugs.get(modelId) &&
        isProviderTrouble(attempt.errorCode ?? "")),
  );
}

/**
 * Returns the model and provider that the request names, or those of the message when routing applied them.
 * Failover must not replace them with others.
 */
function wishOf({ request, intent, routing }: Job): {
  requestedModel: string | undefined;
  requestedProvider: string | undefined;
} {
  const followed = routing?.strategy === "requested" ? intent : undefined;
  return {
    requestedModel: request.model ?? followed?.requestedModel,
    requestedProvider: request.provider ?? followed?.requestedProvider,
  };
}
