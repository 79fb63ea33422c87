import { buffer } from "node:stream/consumers";

import { activityInfo } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { findQuarantined, quarantineFile } from "#db/safety/quarantine.ts";
import { recordDecision } from "#db/safety/safety-decisions.ts";
import { AppError } from "#domain/errors.ts";
import { quarantineKey } from "#storage/storage.ts";

import type { GenerationContext } from "./generation-context.ts";
import type { MarkedFile } from "./mark-output.ts";
import { attemptsBeforeUnchecked, imageBytesMax } from "./screen-generation.ts";

type Context = Pick<GenerationContext, "job" | "submission">;

/** Throws `content_blocked` when an earlier attempt has quarantined a file of the generation. */
export async function refuseQuarantined(
  { orm }: Pick<ActivityDependencies, "orm">,
  { submission: { jobId, step } }: Context,
): Promise<void> {
  const found = await findQuarantined(orm.em.fork(), { jobId, step });
  if (found === null) return;
  throw new AppError("content_blocked", { details: { categories: found.categories } });
}

/**
 * Checks a generated image with the moderation service. A flagged file moves out of the folders of jobs, so that no URL,
 * retention or deletion reaches it, and the job fails without a charge. Throws `content_blocked`, and
 * `moderation_unavailable`, after which the step is retried.
 */
export async function screenOutput(
  dependencies: ActivityDependencies,
  context: Context,
  { file, ordinal }: { readonly file: MarkedFile; readonly ordinal: number },
): Promise<void> {
  const { orm, storage, safety, logger } = dependencies;
  const { screening, checksOutputs, failsClosed } = safety;
  const { storageKey, contentType, bytes, sha256 } = file;
  const isChecked = contentType.startsWith("image/") && bytes <= imageBytesMax;
  if (!checksOutputs || !screening.moderates || !isChecked) return;
  const { id: jobId, organizationId, accountId, storedInputs } = context.job;
  const decision = { jobId, organizationId, accountId, stage: "output" } as const;
  const content = await buffer(storage.read(storageKey));
  const text = `data:${contentType};base64,${content.toString("base64")}`;
  const hasPicture = (storedInputs ?? []).some(({ kind }) => kind !== "audio");
  const pictures = [{ pointer: `/outputs/${ordinal}`, text }];
  try {
    const refusal = await screening.findFlagged(
      { texts: [], pictures, hasPicture },
      organizationId,
    );
    if (refusal === null) return;
    const { sources, categories, error } = refusal;
    const { step, generation } = context.submission;
    const kept = quarantineKey(jobId, step, generation, ordinal);
    await storage.write(kept, storage.read(storageKey), { bytesMax: bytes });
    await quarantineFile(orm.em.fork(), {
      organizationId,
      jobId,
      step,
      ordinal,
      contentType,
      bytes,
      sha256,
      storageKey: kept,
      categories: [...categories],
    });
    await storage.delete(storageKey);
    await recordDecision(orm.em.fork(), {
      ...decision,
      action: "quarantined",
      sources,
      categories,
    });
    throw error;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "moderation_unavailable") throw error;
    if (failsClosed || activityInfo().attempt < attemptsBeforeUnchecked) throw error;
    logger.warn({ jobId, error }, "output stored unchecked");
    const unchecked = { action: "unchecked", sources: ["moderation"], categories: [] } as const;
    await recordDecision(orm.em.fork(), { ...decision, ...unchecked });
  }
}
