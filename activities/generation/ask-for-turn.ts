import { getClient } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { noteStage } from "#db/jobs/job-steps.ts";
import { findOurKeys } from "#db/providers/our-keys.ts";
import { askForSlot } from "#db/providers/provider-slots.ts";
import { tellTurns } from "#temporal/tell-turns.ts";

import type { GenerationContext } from "./generation-context.ts";

/**
 * Requests a slot at the provider in the fair queue. Returns false when the run has to wait. A waiting run
 * occupies no worker: the signal `turnSignal` reports its slot.
 */
export async function askForTurn(
  { logger, providerSettings }: ActivityDependencies,
  { em, submission, provider }: GenerationContext,
): Promise<boolean> {
  const { id: submissionId, jobId, providerSlug, providerKeyId = null } = submission;
  const limit = provider.concurrencyLimit ?? provider.concurrencyKnown;
  // A submission that queued while the provider had a limit leaves the queue in order, even when the limit is
  // gone.
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
