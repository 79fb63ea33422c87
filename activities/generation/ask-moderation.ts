import { activityInfo } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { Job } from "#db/entities/job.ts";
import type { Refusal, ScreenedContent } from "#db/safety/create-screening.ts";
import type { SafetyRecord } from "#db/safety/safety-decisions.ts";
import { AppError } from "#domain/errors.ts";

/** Attempts, over at least 7 seconds, before content goes on unchecked where the settings allow it. */
const attemptsBeforeUnchecked = 5;

type Dependencies = Pick<ActivityDependencies, "safety" | "logger">;
type Stage = SafetyRecord["stage"];

/**
 * Asks the moderation service about content of a job. Null when it is allowed, and when the service is unavailable and the
 * settings let content go on unchecked. Throws `moderation_unavailable`, after which the step is retried.
 */
export async function askModeration(
  dependencies: Dependencies,
  job: Job,
  { stage, content }: { readonly stage: Stage; readonly content: ScreenedContent },
): Promise<Refusal | null> {
  const { screening } = dependencies.safety;
  return askOrGoOn(dependencies, job, { stage, source: "moderation" }, async () =>
    screening.findFlagged(content, job.organizationId),
  );
}

/**
 * Asks a service that checks content. With `MODERATION_FAIL=open`, returns null after some attempts at an unavailable
 * service, and records it: content then goes on unchecked. Otherwise throws `moderation_unavailable`.
 */
export async function askOrGoOn<Answer>(
  dependencies: Dependencies,
  job: Job,
  { stage, source }: { readonly stage: Stage; readonly source: string },
  ask: () => Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "moderation_unavailable") throw error;
    const { failsClosed } = dependencies.safety;
    if (failsClosed || activityInfo().attempt < attemptsBeforeUnchecked) throw error;
    await goOnUnchecked(dependencies, job, { stage, source, error });
    return null;
  }
}

/** Records that content goes on without a check. */
export async function goOnUnchecked(
  dependencies: Dependencies,
  job: Job,
  {
    stage,
    source,
    error,
  }: { readonly stage: Stage; readonly source: string; readonly error?: unknown },
): Promise<void> {
  dependencies.logger.warn({ jobId: job.id, stage, source, error }, "content goes on unchecked");
  const unchecked = { action: "unchecked", sources: [source], categories: [] } as const;
  await recordForJob(dependencies, job, { stage, ...unchecked });
}

export async function recordForJob(
  { safety: { screening } }: Pick<ActivityDependencies, "safety">,
  { id: jobId, organizationId, accountId }: Job,
  decision: Omit<SafetyRecord, "jobId" | "organizationId" | "accountId">,
): Promise<void> {
  await screening.record({ jobId, organizationId, accountId, ...decision });
}

/** True when a job edits or animates an image. */
export function hasPicture({ storedInputs }: Job): boolean {
  return (storedInputs ?? []).some(({ kind }) => kind !== "audio");
}
