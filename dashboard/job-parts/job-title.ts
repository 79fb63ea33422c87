import type { Job } from "@gme/client";

import type { Words } from "#words/words.ts";

/** Prompt or message of a job, as its title. */
export function titleOf({ request, source, intent }: Job, { job }: Pick<Words, "job">): string {
  return request.prompt ?? source.message ?? intent?.subject ?? request.capability ?? job.untitled;
}
