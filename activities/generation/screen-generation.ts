import { buffer } from "node:stream/consumers";

import { activityInfo } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { Job } from "#db/entities/job.ts";
import type { ScreenedContent } from "#db/safety/create-screening.ts";
import { recordDecision, type SafetyRecord } from "#db/safety/safety-decisions.ts";
import { AppError } from "#domain/errors.ts";
import { generationOf } from "#domain/requests/generation-of.ts";
import { type ScreenedText, textsIn, textsOfRequest } from "#domain/safety/screened-texts.ts";

import type { GenerationContext } from "./generation-context.ts";

/** Larger images are not sent to a moderation service. */
export const imageBytesMax = 10_485_760;

/** Attempts, over at least 7 seconds, before a request is sent unchecked where the settings allow it. */
export const attemptsBeforeUnchecked = 5;

/**
 * Checks what a generation would send to its provider. A repetition costs nothing: the responses of the moderation
 * service are kept. Throws `content_blocked`, and `moderation_unavailable`, after which the step is retried.
 */
export async function screenGeneration(
  { orm, storage, safety, logger }: ActivityDependencies,
  { job }: Pick<GenerationContext, "job">,
): Promise<void> {
  const { screening, failsClosed, checksImages } = safety;
  const record = async (
    decision: Pick<SafetyRecord, "action" | "sources" | "categories">,
  ): Promise<void> => {
    const { id: jobId, organizationId, accountId } = job;
    const place = { jobId, organizationId, accountId, stage: "submission" } as const;
    await recordDecision(orm.em.fork(), { ...place, ...decision });
  };
  const content: ScreenedContent = {
    texts: textsOf(job),
    hasPicture: (job.storedInputs ?? []).some(({ kind }) => kind !== "audio"),
  };
  let refusal = await screening.findBlocked(content, job.organizationId);
  if (refusal === null && screening.moderates) {
    try {
      const pictures = checksImages ? await readPictures(job, storage) : [];
      refusal = await screening.findFlagged({ ...content, pictures }, job.organizationId);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "moderation_unavailable") throw error;
      if (failsClosed || activityInfo().attempt < attemptsBeforeUnchecked) throw error;
      logger.warn({ jobId: job.id, error }, "request sent unchecked");
      await record({ action: "unchecked", sources: ["moderation"], categories: [] });
    }
  }
  if (refusal === null) return;
  const { sources, categories, error } = refusal;
  await record({ action: "refused", sources, categories });
  throw error;
}

function textsOf(job: Job): ScreenedText[] {
  const { operation } = job.request;
  if (operation !== undefined) return textsIn(operation, "/operation");
  const { prompt, parameters } = generationOf(job);
  return textsOfRequest({ prompt, parameters });
}

async function readPictures(
  { storedInputs }: Job,
  storage: ActivityDependencies["storage"],
): Promise<ScreenedText[]> {
  const pictures: ScreenedText[] = [];
  for (const [index, { kind, contentType, bytes, storageKey }] of (storedInputs ?? []).entries()) {
    if (kind !== "image" || bytes > imageBytesMax) continue;
    const file = await buffer(storage.read(storageKey));
    const text = `data:${contentType};base64,${file.toString("base64")}`;
    pictures.push({ pointer: `/inputs/${index}`, text });
  }
  return pictures;
}
