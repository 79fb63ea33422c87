import type { Client } from "@temporalio/client";

import { findJobState } from "#db/jobs/jobs.ts";
import type { EntityManager } from "#db/orm.ts";
import { isFinal, workflowIdOf } from "#domain/jobs/job.ts";
import { advanceSignal } from "#domain/jobs/run-turn.ts";

import { ignoreEndedRun } from "./ignore-ended-run.ts";

/** Signals a run that a job of its steps has ended. A run without a workflow reads the rows when it starts. */
export async function signalPipelineRun(
  client: Client,
  em: EntityManager,
  runId: string,
): Promise<void> {
  const state = await findJobState(em, runId);
  if (state === null || isFinal(state.status)) return;
  await client.workflow
    .getHandle(workflowIdOf(runId, state.resumes))
    .signal(advanceSignal)
    .catch(ignoreEndedRun);
}
