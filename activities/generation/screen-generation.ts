import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { Job } from "#db/entities/job.ts";
import { generationOf } from "#domain/requests/generation-of.ts";
import { type ScreenedText, textsIn, textsOfRequest } from "#domain/safety/screened-texts.ts";

import {
  askModeration,
  hasPicture,
  imageBytesMax,
  readPicture,
  recordForJob,
} from "./ask-moderation.ts";
import type { GenerationContext } from "./generation-context.ts";
import { refuseKnownInputs } from "./match-hashes.ts";

/**
 * Checks what a generation would send to its provider. A repetition costs nothing: the responses of the moderation
 * service are kept. Throws `content_blocked`, and `moderation_unavailable`, after which the step is retried.
 */
export async function screenGeneration(
  dependencies: ActivityDependencies,
  { job }: Pick<GenerationContext, "job">,
): Promise<void> {
  const { storage, safety } = dependencies;
  const { screening, checksImages } = safety;
  const stage = "submission";
  await refuseKnownInputs(dependencies, job);
  const content = { texts: textsOf(job), hasPicture: hasPicture(job) };
  let refusal = await screening.findBlocked(content, job.organizationId);
  if (refusal === null && screening.moderates) {
    const pictures = checksImages ? await readPictures(job, storage) : [];
    refusal = await askModeration(dependencies, job, { stage, content: { ...content, pictures } });
  }
  if (refusal === null) return;
  const { sources, categories, error } = refusal;
  await recordForJob(dependencies, job, { stage, action: "refused", sources, categories });
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
  for (const [index, input] of (storedInputs ?? []).entries()) {
    if (input.kind !== "image" || input.bytes > imageBytesMax) continue;
    pictures.push(await readPicture(storage, input, `/inputs/${index}`));
  }
  return pictures;
}
