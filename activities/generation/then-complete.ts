import type { ActivityDependencies } from "#activities/dependencies.ts";
import { heartbeating } from "#activities/heartbeating.ts";
import type {
  GenerationOutcome,
  GenerationRef,
  StoreOutputInput,
} from "#domain/jobs/generation-run.ts";

/**
 * Adds to `storeOutput`: completes the job when its workflow asks for it, which saves an activity. After a failure the
 * workflow schedules `completeJob`, which is retried for as long as the credits are held.
 */
export function thenComplete(
  storeOutput: (ref: GenerationRef) => Promise<void>,
  completeJob: (ref: GenerationRef) => Promise<GenerationOutcome>,
  { logger }: Pick<ActivityDependencies, "logger">,
) {
  return async ({
    completes,
    ...ref
  }: StoreOutputInput): Promise<GenerationOutcome | undefined> => {
    await storeOutput(ref);
    if (completes !== true) return undefined;
    try {
      return await heartbeating(async () => completeJob(ref));
    } catch (error) {
      logger.warn({ jobId: ref.jobId, error }, "job not completed with its output; retrying");
      return undefined;
    }
  };
}
