import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { Job } from "#db/entities/job.ts";
import type { Refusal } from "#db/safety/create-screening.ts";
import { AppError } from "#domain/errors.ts";
import { generationOf } from "#domain/requests/generation-of.ts";
import { type ScreenedText, textsIn, textsOfRequest } from "#domain/safety/screened-texts.ts";

import { askModeration, goOnUnchecked, hasPicture, recordForJob } from "./ask-moderation.ts";
import type { GenerationContext } from "./generation-context.ts";
import { refuseKnownInputs } from "./match-hashes.ts";
import { readPictures } from "./read-pictures.ts";

/**
 * Checks what a generation would send to its provider. A repetition costs nothing: the responses of the moderation
 * service are kept. Throws `content_blocked`, and `moderation_unavailable`, after which the step is retried.
 */
export async function screenGeneration(
  dependencies: ActivityDependencies,
  { job }: Pick<GenerationContext, "job">,
): Promise<void> {
  const { screening } = dependencies.safety;
  const stage = "submission";
  await refuseKnownInputs(dependencies, job);
  const content = { texts: textsOf(job), hasPicture: hasPicture(job) };
  let refusal = await screening.findBlocked(content, job.organizationId);
  if (refusal === null && screening.moderates) {
    const { pictures, unreadable } = await readInputs(dependencies, job);
    refusal =
      (await askModeration(dependencies, job, { stage, content: { ...content, pictures } })) ??
      unreadable;
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

/** Images and frames of the inputs, where they are checked. */
async function readInputs(
  dependencies: ActivityDependencies,
  job: Job,
): Promise<{ readonly pictures: ScreenedText[]; readonly unreadable: Refusal | null }> {
  const { checksImages, failsClosed } = dependencies.safety;
  const pictures: ScreenedText[] = [];
  let unreadable: Refusal | null = null;
  for (const [index, input] of (checksImages ? (job.storedInputs ?? []) : []).entries()) {
    const pointer = `/inputs/${index}`;
    const read = await readPictures(dependencies, input, pointer);
    if (read !== null) pictures.push(...read);
    else if (failsClosed) unreadable ??= toUnreadable(pointer);
    else await goOnUnchecked(dependencies, job, { stage: "submission", source: "moderation" });
  }
  return { pictures, unreadable };
}

/** A caller could send a video that the check cannot decode, and the provider can. */
function toUnreadable(pointer: string): Refusal {
  const categories = ["unreadable"];
  const message = "The video cannot be decoded, and therefore not be checked. Convert it to H.264.";
  return {
    error: new AppError("content_blocked", {
      issues: [{ pointer, code: "content_blocked", message }],
      details: { categories },
    }),
    sources: ["moderation"],
    categories,
  };
}
