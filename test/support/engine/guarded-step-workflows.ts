import { patched, sleep } from "@temporalio/workflow";

import type { GenerationOutcome } from "#domain/jobs/generation-run.ts";
import type { GenerateMediaInput } from "#domain/workflow-inputs.ts";
import { generateMedia as generate } from "#workflows/generate-media.ts";

/**
 * The workflows of the next version: a job has one more step, guarded as docs/workflow-versioning.md
 * prescribes.
 */
export * from "#workflows/index.ts";

export async function generateMedia(input: GenerateMediaInput): Promise<GenerationOutcome> {
  if (patched("added-step")) await sleep("10 ms");
  return generate(input);
}
