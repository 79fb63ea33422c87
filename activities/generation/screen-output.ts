import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { Refusal } from "#db/safety/create-screening.ts";
import { findQuarantined, quarantineFile } from "#db/safety/quarantine.ts";
import { AppError } from "#domain/errors.ts";
import { hashMatchCategory } from "#domain/safety/hash-match.ts";
import { quarantineKey } from "#storage/storage.ts";

import { askModeration, goOnUnchecked, hasPicture, recordForJob } from "./ask-moderation.ts";
import type { GenerationContext } from "./generation-context.ts";
import type { MarkedFile } from "./mark-output.ts";
import { findKnownHashes, hashMatchRefusal } from "./match-hashes.ts";
import { readPictures } from "./read-pictures.ts";

type Context = Pick<GenerationContext, "job" | "submission">;

/** True when a check of this process can quarantine outputs. */
export function checksOutputs({ safety }: Pick<ActivityDependencies, "safety">): boolean {
  return safety.matchHashes !== null || (safety.checksOutputs && safety.screening.moderates);
}

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
 * Checks a generated file with the hash-match service, and an image or a video with the moderation service. A refused file moves out of the
 * folders of jobs, so that no URL, retention or deletion reaches it, and the job fails without a charge. Throws
 * `content_blocked`, and `moderation_unavailable`, after which the step is retried.
 */
export async function screenOutput(
  dependencies: ActivityDependencies,
  context: Context,
  screened: ScreenedOutput,
): Promise<void> {
  const refusal =
    (await findKnown(dependencies, context, screened)) ??
    (await findFlagged(dependencies, context, screened));
  if (refusal === null) return;
  const { sources, categories, error } = refusal;
  // First, because a repetition after a crash finds the file in quarantine and records nothing.
  const decision = { stage: "output", action: "quarantined", sources, categories } as const;
  await recordForJob(dependencies, context.job, decision);
  await quarantine(dependencies, context, { ...screened, categories });
  throw error;
}

interface ScreenedOutput {
  readonly file: MarkedFile;
  readonly ordinal: number;
}

async function findKnown(
  dependencies: ActivityDependencies,
  { job }: Context,
  { file: { sha256 } }: ScreenedOutput,
): Promise<Refusal | null> {
  const known = await findKnownHashes(dependencies, job, { stage: "output", hashes: [sha256] });
  if (known.length === 0) return null;
  return {
    error: hashMatchRefusal(),
    sources: [hashMatchCategory],
    categories: [hashMatchCategory],
  };
}

async function findFlagged(
  dependencies: ActivityDependencies,
  { job }: Context,
  { file, ordinal }: ScreenedOutput,
): Promise<Refusal | null> {
  const { safety } = dependencies;
  if (!safety.checksOutputs || !safety.screening.moderates) return null;
  const stage = "output";
  const pictures = await readPictures(dependencies, file, `/outputs/${ordinal}`);
  if (pictures === null) {
    // The file is the provider's and paid for.
    await goOnUnchecked(dependencies, job, { stage, source: "moderation" });
    return null;
  }
  const content = { texts: [], pictures, hasPicture: hasPicture(job) };
  return askModeration(dependencies, job, { stage, content });
}

async function quarantine(
  { orm, storage }: ActivityDependencies,
  { job, submission: { step, generation } }: Context,
  { file, ordinal, categories }: ScreenedOutput & { readonly categories: readonly string[] },
): Promise<void> {
  const { storageKey, contentType, bytes, sha256 } = file;
  const kept = quarantineKey(job.id, step, generation, ordinal);
  await storage.write(kept, storage.read(storageKey), { bytesMax: bytes });
  await quarantineFile(orm.em.fork(), {
    organizationId: job.organizationId,
    jobId: job.id,
    step,
    ordinal,
    contentType,
    bytes,
    sha256,
    storageKey: kept,
    categories: [...categories],
  });
  await storage.delete(storageKey);
}
