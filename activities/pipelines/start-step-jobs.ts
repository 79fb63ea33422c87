import type { ActivityDependencies } from "#activities/dependencies.ts";
import { Organization } from "#db/entities/account.ts";
import { OutboxMessage, type Job } from "#db/entities/job.ts";
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
