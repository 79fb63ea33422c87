import { WorkflowNotFoundError, type Client } from "@temporalio/client";
import type { Logger } from "pino";

import type { GrantedRun } from "#db/providers/provider-slots.ts";
import { workflowIdOf } from "#domain/jobs/job.ts";
import { turnSignal } from "#domain/providers/provider-turns.ts";

/** Without a deadline a call waits more than twenty seconds for a server that is away. */
const callMs = 5_000;

/**
 * Tells runs that they have a slot. One that cannot be told loses it after a while and keeps its
 * place, so a failure is nobody's problem but the next one's, who waits for longer.
 */
export async function tellTurns(
  runs: readonly GrantedRun[],
  { client, logger }: { client: Client; logger: Logger },
): Promise<void> {
  await Promise.all(
    runs.map(async ({ jobId, resumes }) => {
      try {
        await client.withDeadline(Date.now() + callMs, async () =>
          client.workflow.getHandle(workflowIdOf(jobId, resumes)).signal(turnSignal),
        );
      } catch (error) {
        // A run that has ended wants nothing any more.
        if (error instanceof WorkflowNotFoundError) return;
        logger.warn({ jobId, error }, "a run was not told that it has a slot");
      }
    }),
  );
}
