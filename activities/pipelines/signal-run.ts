import type { ActivityDependencies } from "#activities/dependencies.ts";
import { Job, OutboxMessage } from "#db/entities/job.ts";
import { signalPipelineRun } from "#temporal/signal-pipeline-run.ts";
import { withCallDeadline } from "#temporal/with-call-deadline.ts";

type SignalDependencies = Pick<ActivityDependencies, "orm" | "client" | "logger">;

/**
 * Adds to an activity that ends a job: after the commit, signals the run that the job is a step of, so that the run need
 * not wait for the relay.
 */
export function signalsRun<Input extends { readonly jobId: string }, Result>(
  endJob: (input: Input) => Promise<Result>,
  dependencies: SignalDependencies,
): (input: Input) => Promise<Result> {
  return async (input) => {
    const result = await endJob(input);
    await signalRunOf(input.jobId, dependencies);
    return result;
  };
}

/** The outbox messages that exist before the signal are covered by it; the relay dispatches the others. */
async function signalRunOf(
  jobId: string,
  { orm, client, logger }: SignalDependencies,
): Promise<void> {
  const em = orm.em.fork();
  try {
    const { runId } = await em.findOneOrFail(Job, jobId, { fields: ["runId"] });
    if (runId == null) return;
    const messages = await em.find(
      OutboxMessage,
      { kind: "advance", subjectId: runId },
      { fields: ["id"] },
    );
    await withCallDeadline(client, async () => signalPipelineRun(client, em, runId));
    await em.nativeDelete(OutboxMessage, { id: { $in: messages.map(({ id }) => id) } });
  } catch (error) {
    logger.warn({ jobId, error }, "run not signaled at once; the relay signals it");
  }
}
