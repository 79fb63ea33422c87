import type { ActivityDependencies } from "#activities/dependencies.ts";
import { Organization } from "#db/entities/account.ts";
import { OutboxMessage, type Job } from "#db/entities/job.ts";
import { startRun } from "#temporal/start-run.ts";

/**
 * Starts the workflows of jobs that were just accepted, so that they need not wait for the relay. The relay starts the
 * others when this fails.
 */
export async function startStepJobs(
  { organizationId }: Job,
  jobIds: readonly string[],
  { orm, client, logger }: Pick<ActivityDependencies, "orm" | "client" | "logger">,
): Promise<void> {
  if (jobIds.length === 0) return;
  const em = orm.em.fork();
  try {
    const { plan } = await em.findOneOrFail(Organization, organizationId);
    const organization = { id: organizationId, plan };
    await Promise.all(
      jobIds.map(async (jobId) =>
        startRun(client, { jobId, resumes: 0, workflow: "generateMedia", organization }),
      ),
    );
    await em.nativeDelete(OutboxMessage, { kind: "start", subjectId: { $in: [...jobIds] } });
  } catch (error) {
    logger.warn({ error }, "jobs of a run not started at once; the relay starts them");
  }
}
