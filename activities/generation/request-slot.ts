import type { ActivityDependencies } from "#activities/dependencies.ts";
import { noteStage } from "#db/jobs/job-steps.ts";
import { findPlatformKeys } from "#db/providers/platform-keys.ts";
import { askForSlot } from "#db/providers/provider-slots.ts";
import { signalSlotGrants } from "#temporal/signal-slot-grants.ts";

import type { GenerationContext } from "./generation-context.ts";

/**
 * Requests a slot at the provider in the fair queue. Returns false when the run has to wait. A waiting run
 * occupies no worker: the signal `slotGrantedSignal` reports its slot.
 */
export async function requestSlot(
  { client, logger, providerSettings }: ActivityDependencies,
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
    fingerprints: findPlatformKeys(providerSettings)(provider.setting),
  });
  if (others.length > 0) await signalSlotGrants(others, { client, logger });
  if (!hasSlot) await noteStage(em, { jobId, stage: "waiting" });
  return hasSlot;
}
