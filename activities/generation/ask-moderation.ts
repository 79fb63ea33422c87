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
export const attemptsBeforeUnchecked = 5;

/**
 * Asks the moderation service about content of a job. Null when it is allowed, and when the service is unavailable and the
 * settings let content go on unchecked. Throws `moderation_unavailable`, after which the step is retried.
 */
export async function askModeration(
  dependencies: Pick<ActivityDependencies, "orm" | "safety" | "logger">,
  job: Job,
  { stage, content }: { readonly stage: SafetyRecord["stage"]; readonly content: ScreenedContent },
): Promise<Refusal | null> {
  const { screening, failsClosed } = dependencies.safety;
  try {
    return await screening.findFlagged(content, job.organizationId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "moderation_unavailable") throw error;
    if (failsClosed || activityInfo().attempt < attemptsBeforeUnchecked) throw error;
    dependencies.logger.warn({ jobId: job.id, stage, error }, "content goes on unchecked");
    const unchecked = { action: "unchecked", sources: ["moderation"], categories: [] } as const;
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

/** True when a job edits or animates a picture. */
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
