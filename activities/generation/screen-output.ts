import type { ActivityDependencies } from "#activities/dependencies.ts";
import { findQuarantined, quarantineFile } from "#db/safety/quarantine.ts";
import { AppError } from "#domain/errors.ts";
import { quarantineKey } from "#storage/storage.ts";

import {
  askModeration,
  hasPicture,
  imageBytesMax,
  readPicture,
  recordForJob,
} from "./ask-moderation.ts";
import type { GenerationContext } from "./generation-context.ts";
import type { MarkedFile } from "./mark-output.ts";

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
  { job, submission }: Context,
  { file, ordinal }: { readonly file: MarkedFile; readonly ordinal: number },
): Promise<void> {
  const { orm, storage, safety } = dependencies;
  const { storageKey, contentType, bytes, sha256 } = file;
  const isChecked = contentType.startsWith("image/") && bytes <= imageBytesMax;
  if (!safety.checksOutputs || !safety.screening.moderates || !isChecked) return;
  const stage = "output";
  const pictures = [await readPicture(storage, file, `/outputs/${ordinal}`)];
  const content = { texts: [], pictures, hasPicture: hasPicture(job) };
  const refusal = await askModeration(dependencies, job, { stage, content });
  if (refusal === null) return;
  const { sources, categories, error } = refusal;
  const { step, generation } = submission;
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
  await recordForJob(dependencies, job, { stage, action: "quarantined", sources, categories });
  throw error;
}
