import type { ActivityDependencies } from "#activities/dependencies.ts";
import { Organization } from "#db/entities/account.ts";
import { Job, OutboxMessage } from "#db/entities/job.ts";
import { runFactsOf } from "#domain/jobs/run-attributes.ts";
import { startRun } from "#temporal/start-run.ts";

/** A step whose job was accepted. */
export interface StartedStep {
  readonly key: string;
  readonly jobId: string;
}

/**
 * Starts the workflows of jobs that were just accepted, so that they need not wait for the relay. The relay starts the
 * others when this fails.
 */
export async function startStepJobs(
  { id: runId, organizationId }: Job,
  steps: readonly StartedStep[],
  { orm, client, logger }: Pick<ActivityDependencies, "orm" | "client" | "logger">,
): Promise<void> {
  if (steps.length === 0) return;
  const em = orm.em.fork();
  try {
    const { plan } = await em.findOneOrFail(Organization, organizationId);
    const organization = { id: organizationId, plan };
    const jobs = await em.find(
      Job,
      { id: { $in: steps.map(({ jobId }) => jobId) } },
      { fields: ["providerSlug", "modelId", "contentType", "credits"] },
    );
    const facts = new Map(jobs.map((job) => [job.id, runFactsOf(job)]));
    await Promise.all(
      steps.map(async ({ key, jobId }) => {
        const summary = `step ${key} of ${runId}`;
        const run = {
          jobId,
          resumes: 0,
          workflow: "generateMedia",
          organization,
          isBackground: true,
          summary,
          facts: facts.get(jobId) ?? null,
        } as const;
        await startRun(client, run);
      }),
    );
    const subjectId = { $in: steps.map(({ jobId }) => jobId) };
    await em.nativeDelete(OutboxMessage, { kind: "start", subjectId });
  } catch (error) {
    logger.warn({ error }, "jobs of a run not started at once; the relay starts them");
  }
}
