import type { Client } from "@temporalio/client";
import type { Logger } from "pino";

import type { GrantedRun } from "#db/providers/provider-slots.ts";
import { workflowIdOf } from "#domain/jobs/job.ts";
import { slotGrantedSignal } from "#domain/providers/fair-queue.ts";

import { ignoreEndedRun } from "./ignore-ended-run.ts";
import { withCallDeadline } from "./with-call-deadline.ts";

/**
 * Signals runs that have been granted a slot. A run that cannot be signaled loses the slot after
 * `grantSeconds` and keeps its place in the queue, so a failure only delays the next run.
 */
export async function signalSlotGrants(
  runs: readonly GrantedRun[],
  { client, logger }: { client: Client; logger: Logger },
): Promise<void> {
  await Promise.all(
    runs.map(async ({ jobId, resumes }) => {
      try {
        const handle = client.workflow.getHandle(workflowIdOf(jobId, resumes));
        // A run that has ended needs no slot.
        await withCallDeadline(client, async () =>
          handle.signal(slotGrantedSignal).catch(ignoreEndedRun),
        );
      } catch (error) {
        logger.warn({ jobId, error }, "cannot signal a granted slot to a run");
      }
    }),
  );
}
