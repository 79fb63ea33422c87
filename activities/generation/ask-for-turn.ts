import { getClient } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { noteStage } from "#db/jobs/job-steps.ts";
import { findOurKeys } from "#db/providers/our-keys.ts";
import { askForSlot } from "#db/providers/provider-slots.ts";
import { tellTurns } from "#temporal/tell-turns.ts";

import type { GenerationContext } from "./generation-context.ts";

/**
 * Whether the provider has room for one more request and it is this one's turn. Who has to wait holds
 * no worker meanwhile: its run is told by the signal `turnSignal`.
 */
export async function askForTurn(
  { logger, providerSettings }: ActivityDependencies,
  { em, submission, provider }: GenerationContext,
): Promise<boolean> {
  const { id: submissionId, jobId, providerSlug, providerKeyId = null } = submission;
  const limit = provider.concurrencyLimit ?? provider.concurrencyKnown;
  // Who waits since there was a limit leaves the line like everybody in it.
  if (limit == null && submission.waitingSince == null) return true;
  const { hasSlot, others } = await askForSlot(em.fork(), {
    submissionId,
    providerSlug,
    providerKeyId,
    ourKeys: findOurKeys(providerSettings),
  });
  if (others.length > 0) await tellTurns(others, { client: getClient(), logger });
  if (!hasSlot) await noteStage(em, { jobId, stage: "waiting" });
  return hasSlot;
}
