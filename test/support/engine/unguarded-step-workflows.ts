import { sleep } from "@temporalio/workflow";

import type { GenerationOutcome } from "#domain/jobs/generation-run.ts";
import type { GenerateMediaInput } from "#domain/workflow-inputs.ts";
import { generateMedia as generate } from "#workflows/generate-media.ts";

/** Workflows with a mistake: a job has one more step without `patched()`, so no open run replays. */
export * from "#workflows/index.ts";

export async function generateMedia(input: GenerateMediaInput): Promise<GenerationOutcome> {
  await sleep("10 ms");
  return generate(input);
}
