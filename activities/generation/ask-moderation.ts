import { buffer } from "node:stream/consumers";

import { activityInfo } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { Job } from "#db/entities/job.ts";
import type { Refusal, ScreenedContent } from "#db/safety/create-screening.ts";
import { recordDecision, type SafetyRecord } from "#db/safety/safety-decisions.ts";
import { AppError } from "#domain/errors.ts";
import type { ScreenedText } from "#domain/safety/screened-texts.ts";
import type { Storage } from "#storage/storage.ts";

/** Larger images are not sent to a moderation service. */
export const imageBytesMax = 10_485_760;

/** Attempts, over at least 7 seconds, before content goes on unchecked where the settings allow it. */
const attemptsBeforeUnchecked = 5;

type Dependencies = Pick<ActivityDependencies, "orm" | "safety" | "logger">;
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
    dependencies.logger.warn({ jobId: job.id, stage, source, error }, "content goes on unchecked");
    const unchecked = { action: "unchecked", sources: [source], categories: [] } as const;
    await recordForJob(dependencies, job, { stage, ...unchecked });
    return null;
  }
}

export async function recordForJob(
  { orm }: Pick<ActivityDependencies, "orm">,
  { id: jobId, organizationId, accountId }: Job,
  decision: Omit<SafetyRecord, "jobId" | "organizationId" | "accountId">,
): Promise<void> {
  await recordDecision(orm.em.fork(), { jobId, organizationId, accountId, ...decision });
}

/** True when a job edits or animates an image. */
export function hasPicture({ storedInputs }: Job): boolean {
  return (storedInputs ?? []).some(({ kind }) => kind !== "audio");
}

/** Reads a stored image as the data URL that a moderation service takes. */
export async function readPicture(
  storage: Pick<Storage, "read">,
  { storageKey, contentType }: { readonly storageKey: string; readonly contentType: string },
  pointer: string,
): Promise<ScreenedText> {
  const file = await buffer(storage.read(storageKey));
  return { pointer, text: `data:${contentType};base64,${file.toString("base64")}` };
}
